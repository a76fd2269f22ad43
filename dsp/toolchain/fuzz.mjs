// `npm run fuzz`: the mutation fuzzer of dsp/fuzz, with whichever Rust there is.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DSP } from './paths.mjs';
import { findToolchain } from './toolchain.mjs';

const USAGE = `Usage: npm run fuzz [-- TARGET …] [--seconds 60] [--seed 1] [--plant]

Feeds mutated files to the engine. Without TARGET to every part of it: dsp/fuzz/README.md names them.

      --seconds N   time for each target
      --seed N      start of the random numbers
      --plant       panics on one input in 50, which shows that a find is found
  -h, --help        show this text`;

try {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string' },
      plant: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
} catch (error) {
  console.error(`${error.message.split('. ')[0]}.\n\n${USAGE}`);
  process.exit(2);
}

const { cargo, env } = await findToolchain((line) => console.log(line));
const manifest = join(DSP, 'fuzz/Cargo.toml');
const child = spawn(
  cargo,
  ['run', '--release', '--manifest-path', manifest, '--', ...process.argv.slice(2)],
  {
    env,
    stdio: 'inherit',
  },
);
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
