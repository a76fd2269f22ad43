// Builds the wasm-bindgen glue generator once and keeps it in .toolchain.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DSP, HOME } from './paths.mjs';
import { run } from './run.mjs';

const CRATE = join(DSP, 'toolchain/bindgen');

/**
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the generator
 */
export async function ensureBindgen(toolchain, log) {
  const version = (await readFile(join(CRATE, 'Cargo.toml'), 'utf8')).match(/cli-support = "=([\d.]+)"/)?.[1];
  const binary = join(HOME, 'bin', `bindgen-${version}`);
  if (existsSync(binary)) return binary;
  log(`building the glue generator of wasm-bindgen ${version}`);
  const target = join(HOME, 'bindgen-target');
  await run(toolchain.cargo, ['build', '--release', '--locked'], {
    cwd: CRATE,
    env: { ...toolchain.env, CARGO_TARGET_DIR: target },
  });
  await mkdir(join(HOME, 'bin'), { recursive: true });
  await copyFile(join(target, 'release/bindgen'), binary);
  await rm(target, { recursive: true });
  return binary;
}
