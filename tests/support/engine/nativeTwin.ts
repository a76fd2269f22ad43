// dsp/native, the core compiled for this machine: built by cargo, run as a process.
import { spawnSync } from 'node:child_process';
import { DSP } from '../../../dsp/toolchain/paths.mjs';
import { findToolchain } from '../../../dsp/toolchain/toolchain.mjs';

/** Runs an operation and returns its line of facts. Throws the program's message. */
export type NativeTwin = (...args: string[]) => Record<string, unknown>;

/** Minutes on a fresh machine: the whole core is compiled. */
export async function buildNativeTwin(): Promise<NativeTwin> {
  const { cargo, env } = await findToolchain(() => {});
  const args = ['build', '--locked', '-p', 'dsp-native', '--message-format', 'json'];
  const built = spawnSync(cargo, args, { cwd: DSP, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (built.status !== 0) throw new Error(`cargo: ${built.stderr}`);
  const message = built.stdout
    .split('\n')
    .filter((line) => line.includes('"executable":"'))
    .map((line) => JSON.parse(line) as { target: { name: string }; executable: string })
    .find(({ target }) => target.name === 'dsp-native');
  if (!message) throw new Error('cargo named no executable');
  return (...args) => {
    const run = spawnSync(message.executable, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
    if (run.status !== 0) throw new Error(`dsp-native ${args.join(' ')}: ${run.stderr}`);
    return JSON.parse(run.stdout);
  };
}
