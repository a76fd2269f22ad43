// `npm run docs:pictures`: the README's pictures, from the journey that does the README's tour.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../dsp/toolchain/paths.mjs';
import { readCommandLine } from './commandLine.mjs';
import { prepare } from './prepare.mjs';

const SHOWN = ['feed', 'editor', 'recorder'];

readCommandLine({
  usage: `Usage: npm run docs:pictures

Does the README's tour in Chromium and renews docs/pictures.

  -h, --help   show this text`,
});
await prepare('rows');
const taken = mkdtempSync(join(tmpdir(), 'aural-pictures-'));
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/playwright/cli.js'), 'test', 'tests/e2e/rows/tour.spec.ts'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TEST_ROWS: '1', TOUR_PICTURES: taken } },
);
if (status === 0) {
  const folder = join(ROOT, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  for (const name of SHOWN) copyFileSync(join(taken, `${name}.jpg`), join(folder, `${name}.jpg`));
}
rmSync(taken, { recursive: true });
process.exitCode = status ?? 1;
