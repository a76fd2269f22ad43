// `npm run check`: types, lint, format, unused code, structure, bytes sent. Prepares what it needs by itself.
import { join } from 'node:path';
import { DSP, ROOT } from '../../dsp/toolchain/paths.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';
import { readCommandLine } from './commandLine.mjs';
import { runGates } from './gates.mjs';
import * as programs from './programs.mjs';
import { longOnes } from './sizes.mjs';
import * as steps from './steps.mjs';

readCommandLine({
  usage: `Usage: npm run check

Checks types, lint, format, unused code, structure, bytes sent and the prebuilt engine.

  -h, --help   show this text`,
});

let hasLinters = false;
try {
  steps.requireNode();
  await Promise.all([steps.packages(), steps.compiler({ evenIfFresh: true })]);
  hasLinters = await steps.rustLinters();
  await steps.core();
  await steps.web();
  await programs.chromium();
} catch (error) {
  console.error(`Cannot go on: ${error.message}`);
  if (error.remedy) console.error(`To fix it: ${error.remedy}`);
  process.exit(1);
}

const { cargo, env } = await findToolchain(() => {});
const node = process.execPath;
const modules = join(ROOT, 'node_modules');

for (const line of await longOnes()) console.log(`long: ${line}`);

const inNode = [
  { name: 'types', command: node, args: [join(modules, 'typescript/bin/tsc'), '-b', '--noEmit'] },
  {
    name: 'lint and format',
    command: node,
    args: [join(modules, '@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  },
  {
    name: 'structure',
    command: node,
    args: [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'node', 'tests/architecture'],
  },
  {
    name: 'bytes sent',
    command: node,
    args: [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'node', 'tests/api/bytesSent.test.ts'],
  },
];
const lints = [
  { name: 'rust format', command: cargo, args: ['fmt', '--all', '--', '--check'], cwd: DSP, env },
  {
    name: 'rust lint',
    command: cargo,
    args: ['clippy', '--locked', '--quiet', '--workspace', '--all-targets', '--', '-D', 'warnings'],
    cwd: DSP,
    env,
  },
];
const prebuilt = {
  name: 'prebuilt engine',
  command: node,
  args: [join(DSP, 'toolchain/build.mjs'), '--compare'],
};
// Debian's compiler does not include them.
const warnings = {
  name: 'rust warnings',
  command: cargo,
  args: ['check', '--locked', '--quiet', '--workspace', '--all-targets'],
  cwd: DSP,
  env: { ...env, RUSTFLAGS: '-D warnings', CARGO_TARGET_DIR: join(DSP, 'target/check') },
};
await runGates([[inNode, [prebuilt, ...(hasLinters ? lints : [warnings])]]]);
if (!hasLinters) {
  console.log(
    'NOT RUN: rust format, rust lint. This compiler comes without rustfmt and clippy: https://rustup.rs',
  );
}
