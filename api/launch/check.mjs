// `npm run check`: types, lint, format, Rust lint, structure, bytes sent. Prepares what it needs by itself.
import { join } from 'node:path';
import { DSP, ROOT } from '../../dsp/toolchain/paths.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';
import { runGates } from './gates.mjs';
import * as steps from './steps.mjs';

try {
  steps.requireNode();
  await Promise.all([steps.packages(), steps.compiler({ evenIfFresh: true })]);
  await steps.core();
  await steps.web();
  await steps.chromium();
} catch (error) {
  console.error(`Cannot go on: ${error.message}`);
  if (error.remedy) console.error(`What brings it: ${error.remedy}`);
  process.exit(1);
}

const { cargo, env } = await findToolchain(() => {});
const node = process.execPath;
const modules = join(ROOT, 'node_modules');
await runGates([
  { name: 'types', command: node, args: [join(modules, 'typescript/bin/tsc'), '-b', '--noEmit'] },
  { name: 'lint and format', command: node, args: [join(modules, '@biomejs/biome/bin/biome'), 'check', '.'] },
  {
    name: 'rust warnings',
    command: cargo,
    args: ['check', '--locked', '--quiet', '--workspace', '--all-targets'],
    cwd: DSP,
    env: { ...env, RUSTFLAGS: '-D warnings', CARGO_TARGET_DIR: join(DSP, 'target/check') },
  },
  {
    name: 'structure',
    command: node,
    args: [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'node', 'tests/architecture.test.ts'],
  },
  {
    name: 'bytes sent',
    command: node,
    args: [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'node', 'tests/api/bytesSent.test.ts'],
  },
]);
