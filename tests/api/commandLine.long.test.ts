// Each of our commands in package.json prints its usage and refuses unknown options before it changes anything.
import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { read } from '../support/rules/sourceTree.ts';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** Other programs have their own command lines. */
const OURS = Object.entries(scripts).filter(([, command]) => command.startsWith('node '));

function run(command: string, ...more: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const [, ...words] = command.split(' ');
  return new Promise((resolve) => {
    execFile(process.execPath, [...words, ...more], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

it('finds the commands', () => {
  expect(OURS.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'test', 'admin:create', 'role', 'backup', 'restore', 'dsp', 'bench']),
  );
});

it.each(OURS)('%s --help prints the usage', async (_name, command) => {
  const { code, out } = await run(command, '--help');
  expect(out).toMatch(/^usage:/i);
  expect(code).toBe(0);
});

it.each(OURS)('%s refuses an unknown option with the usage', async (_name, command) => {
  const { code, err } = await run(command, '--no-such-option');
  expect(err).toMatch(/^Unknown option '--no-such-option'/);
  expect(err).toMatch(/\nusage:/i);
  expect(code).toBe(2);
});

it('admin:create refuses a missing name and one argument too many', async () => {
  const missing = await run(scripts['admin:create'] ?? '');
  expect(missing.err).toMatch(/^An argument is missing\.\n\nUsage: npm run admin:create/);
  const more = await run(scripts['admin:create'] ?? '', 'one', 'two', 'three');
  expect(more.err).toMatch(/^Unexpected argument 'three'\./);
});
