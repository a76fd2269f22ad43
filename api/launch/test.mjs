// `npm test`, `npm run test:long`, `test:full` and `test:rows`.
import { join } from 'node:path';
import { DSP, ROOT } from '../../dsp/toolchain/paths.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';
import { readCommandLine, refuseUsage } from './commandLine.mjs';
import { runGates } from './gates.mjs';
import { prepare } from './prepare.mjs';
import { quickFolder } from './quickFolder.mjs';

const PARTS = ['rust', 'unit', 'browser', 'journeys'];
/** Run only when named. */
const MORE_PARTS = ['rows', 'browsers'];
const USAGE = `Usage: npm test [-- PART …]
       npm run test:long      runs what takes longest: Rust tests of whole files, tests named *.long.*, journeys marked @long
       npm run test:full      runs all of both, with the long recordings and all formats of tests/README.md
       npm run test:rows      runs ${MORE_PARTS.join(' and ')}

Installs and builds missing parts, then runs the tests. PART is one of ${PARTS.join(', ')}.

      --long   as npm run test:long
      --full   as npm run test:full
  -h, --help   show this text`;

const { values, given: wanted } = readCommandLine({
  usage: USAGE,
  options: { long: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  most: PARTS.length + MORE_PARTS.length,
});
for (const part of wanted)
  if (![...PARTS, ...MORE_PARTS].includes(part)) refuseUsage(`There is no part '${part}'.`, USAGE);
if (wanted.length === 0 || wanted.some((part) => PARTS.includes(part))) await prepare('test');
if (wanted.some((part) => MORE_PARTS.includes(part))) await prepare('rows');

const { cargo, env: cargoEnv } = await findToolchain(() => {});
const node = process.execPath;
const modules = join(ROOT, 'node_modules');
/** `short` for `npm test`, `long` for `npm run test:long`, `all` for `npm run test:full`. */
const selectedBy = (short, long, all = []) => (values.full ? all : values.long ? long : short);
const env = {
  ...process.env,
  TMPDIR: quickFolder(),
  // The app is built: tests start it instead of compiling the sources again.
  SERVER_BUILT: '1',
  TEST_SCOPE: values.full ? 'full' : 'fast',
  // `vite.config.ts` leaves the long files out.
  TEST_LENGTH: selectedBy('short', 'long', 'all'),
};
const vitest = (...args) => [
  join(modules, 'vitest/vitest.mjs'),
  'run',
  ...args,
  ...selectedBy([], ['.long.']),
];

const rustWith = (name, ...targets) => ({
  name,
  command: cargo,
  args: ['test', '--locked', '--quiet', '-p', 'dsp-core', ...targets],
  cwd: DSP,
  env: { ...cargoEnv, TEST_SCOPE: env.TEST_SCOPE },
});
const rust = rustWith('rust', '--lib');
const rustFiles = rustWith('rust files', '--test', '*');
const rustExamples = rustWith('rust examples', '--doc');
const unit = {
  name: 'unit',
  command: node,
  args: vitest('--project', 'node', '--project', 'own heap', '--maxWorkers=2'),
  env,
};
const browser = { name: 'browser', command: node, args: vitest('--project', 'browser'), env };
const journeys = {
  name: 'journeys',
  command: node,
  args: [
    ...[join(modules, 'playwright/cli.js'), 'test'],
    ...selectedBy(['--grep-invert', '@long'], ['--grep', '@long']),
  ],
  env,
};

const rowsWith = (name, ...options) => ({
  name,
  command: node,
  args: [join(modules, 'playwright/cli.js'), 'test', 'tests/e2e/rows', ...options],
  env: { ...env, TEST_ROWS: '1' },
});
// Each file has its own server and browser, and mostly waits.
const rows = rowsWith('rows', '--workers=2', '--grep-invert', '@alone');
// Tests that limit the length of tasks of a page.
const rowsAlone = rowsWith('rows alone', '--grep', '@alone');
const browsers = {
  name: 'browsers',
  command: 'xvfb-run',
  args: ['-a', '-s', '-screen 0 1280x1024x24', node, ...vitest('--project', 'browsers')],
  // Node 20 has WebSocket, which Firefox is driven through, behind this flag; later ones take it as well.
  env: { ...env, NODE_OPTIONS: '--experimental-websocket' },
};

const isAskedFor = ({ name }) => wanted.includes(name.split(' ')[0]);
const otherLength = selectedBy([rustFiles], [rust, rustExamples]);
const isWanted = (gate) => (wanted.length === 0 || isAskedFor(gate)) && !otherLength.includes(gate);
await runGates([
  // About as long in either lane. The unit tests wait for a server or a disk while the browser works; the journeys wait
  // for sound while the Rust tests fill both cores.
  [[browser, rustFiles].filter(isWanted), [unit, journeys, rust, rustExamples].filter(isWanted)],
  [[rows, rowsAlone, browsers].filter(isAskedFor)],
]);
