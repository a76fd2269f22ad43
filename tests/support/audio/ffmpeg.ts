// ffmpeg and ffprobe, as encoders other than our engine. Tests fail without them.
import { spawnSync } from 'node:child_process';

/** The program's stdout. Throws its message, or the install command. */
export function ask(tool: 'ffmpeg' | 'ffprobe', args: string[], input?: Buffer): Buffer {
  const run = spawnSync(tool, args, { input, maxBuffer: 2 ** 28 });
  if (run.error) throw new Error(`${tool} cannot be run (sudo apt-get install ffmpeg): ${run.error.message}`);
  if (run.status !== 0) throw new Error(`${tool}: ${run.stderr}`);
  return run.stdout;
}
