// Builds `bench/encoder-alone`: the MP3 encoder and nothing else as a module.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../dsp/toolchain/run.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';
import { WASM_TARGET } from '../../dsp/toolchain/versions.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Answers the path of the module. `simd`: with 128-bit vectors, as it ships. */
export async function buildEncoder({ simd }) {
  const { cargo, env } = await findToolchain((line) => console.log(`  ${line}`));
  const target = at(`bench/.cache/target-${simd ? 'with' : 'without'}-simd`);
  mkdirSync(target, { recursive: true });
  // The engine's versions of the crates: a lock file of its own would grow old.
  copyFileSync(at('dsp/Cargo.lock'), at('bench/encoder-alone/Cargo.lock'));
  await run(cargo, ['build', '--release', '--target', WASM_TARGET], {
    cwd: at('bench/encoder-alone'),
    env: { ...env, CARGO_TARGET_DIR: target, RUSTFLAGS: `-Ctarget-feature=${simd ? '+' : '-'}simd128` },
  });
  return join(target, WASM_TARGET, 'release/encoder_alone.wasm');
}
