// `npm run fuzz -- [TARGET] [--seconds 60]`: the mutation fuzzer of dsp/fuzz, with whichever Rust there is.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DSP } from './paths.mjs';
import { findToolchain } from './toolchain.mjs';

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
