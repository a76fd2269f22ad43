// `npm test`: Rust tests, unit and browser tests, the journeys. Arguments pick gates by name.
import { join } from 'node:path';
import { DSP, ROOT } from '../../dsp/toolchain/paths.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';
import { runGates } from './gates.mjs';

const { cargo, env } = await findToolchain(() => {});
const node = process.execPath;
const modules = join(ROOT, 'node_modules');
const gates = [
  { name: 'rust', command: cargo, args: ['test', '--locked', '--quiet', '-p', 'dsp-core'], cwd: DSP, env },
  { name: 'unit', command: node, args: [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'node'] },
  {
    name: 'browser',
    command: node,
    args: [join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'browser'],
  },
  { name: 'journeys', command: node, args: [join(modules, 'playwright/cli.js'), 'test'] },
];
const wanted = process.argv.slice(2);
await runGates(wanted.length > 0 ? gates.filter((gate) => wanted.includes(gate.name)) : gates);
