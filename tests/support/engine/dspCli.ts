// Runs `npm run -s dsp -- …` in tests: the command line as its own process, or only its operation.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadCore } from '../../../dsp/cli/node.mjs';
import { OPERATIONS } from '../../../dsp/cli/operations.mjs';

const CLI = fileURLToPath(new URL('../../../dsp/cli/dsp.mjs', import.meta.url));

export interface CliReply {
  /** 0 done, 1 unusable input, 2 wrong usage. */
  status: number | null;
  /** The line on stdout; null without one. */
  facts: Record<string, unknown> | null;
  stderr: string;
}

export function dsp(...args: string[]): CliReply {
  const run = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
  const line = run.stdout.trim();
  return { status: run.status, facts: line === '' ? null : JSON.parse(line), stderr: run.stderr };
}

/** The command line's `cut` in this process: starting one takes longer than most cuts. Returns its facts. */
export async function cutHere(
  input: string,
  output: string,
  region: readonly string[],
  kbps = 128,
): Promise<Record<string, unknown>> {
  return OPERATIONS.cut.run(await loadCore(), [input, output], { region, kbps }, undefined);
}
