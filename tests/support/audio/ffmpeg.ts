// ffmpeg and ffprobe, whose encoders make files that are not ours. They are needed: without them a test fails.
import { spawnSync } from 'node:child_process';

/** What the program writes to stdout. Throws with its words, or with what brings it. */
export function ask(tool: 'ffmpeg' | 'ffprobe', args: string[], input?: Buffer): Buffer {
  const run = spawnSync(tool, args, { input, maxBuffer: 2 ** 28 });
  if (run.error) throw new Error(`${tool} cannot be run (sudo apt-get install ffmpeg): ${run.error.message}`);
  if (run.status !== 0) throw new Error(`${tool}: ${run.stderr}`);
  return run.stdout;
}
