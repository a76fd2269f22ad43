// Builds dsp/pkg when the Rust sources changed: the worker module through @wasm-tool/wasm-pack-plugin,
// the worklet as a plain cargo build of a raw C ABI.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DSP, HOME, PKG, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { findToolchain } from './toolchain.mjs';
import { WASM_TARGET } from './versions.mjs';

const SOURCES = ['.cargo', 'Cargo.toml', 'Cargo.lock', 'core', 'results', 'worker', 'worklet', 'toolchain'];

/** Digest of every file the build reads. */
async function sourceDigest() {
  const hash = createHash('sha256');
  const visit = async (path) => {
    if ((await stat(path)).isDirectory()) {
      for (const name of (await readdir(path)).sort()) {
        if (name !== 'target' && name !== 'tests') await visit(join(path, name));
      }
    } else {
      hash
        .update(relative(DSP, path))
        .update('\0')
        .update(await readFile(path));
    }
  };
  for (const source of SOURCES) await visit(join(DSP, source));
  return hash.digest('hex');
}

/** True when dsp/pkg was built from the sources as they are. */
export async function coreIsFresh() {
  const stamp = await readFile(join(PKG, 'stamp'), 'utf8').catch(() => '');
  return stamp === (await sourceDigest());
}

/**
 * Builds what is stale. A failed build leaves the previous package in place.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether anything was built
 */
export async function buildCore({ log = (line) => console.log(line) } = {}) {
  if (await coreIsFresh()) return false;
  const digest = await sourceDigest();
  // Two commands may build at once: each has a folder of its own, the last one stays.
  const next = join(HOME, `pkg-${process.pid}`);
  await rm(next, { recursive: true, force: true });
  // The module names the build it is of, and `build.js` the one that whoever imports it expects.
  process.env.DSP_BUILD = digest;
  await compileWorker(next);
  await typeExports(next);
  await writeFile(join(next, 'build.js'), `export const BUILD = '${digest}';\n`);
  await writeFile(join(next, 'build.d.ts'), 'export declare const BUILD: string;\n');
  log('building the worklet module');
  await compileWorklet(next);
  await writeFile(join(next, 'stamp'), digest);
  await rm(PKG, { recursive: true, force: true });
  await rename(next, PKG);
  return true;
}

/** The plug-in was written for webpack; it needs of the compiler only its mode and two hooks. */
async function compileWorker(outDir) {
  process.env.WASM_PACK_PATH = fileURLToPath(new URL('./wasm-pack.mjs', import.meta.url));
  const WasmPackPlugin = createRequire(import.meta.url)('@wasm-tool/wasm-pack-plugin');
  const plugin = new WasmPackPlugin({
    crateDirectory: join(DSP, 'worker'),
    outDir,
    outName: 'dsp',
    extraArgs: '--target web --mode no-install',
    forceMode: 'production',
    forceWatch: false,
    pluginLogLevel: 'error',
  });
  const before = [];
  const started = [];
  plugin.apply({
    options: { mode: 'production' },
    watchMode: false,
    hooks: {
      beforeCompile: { tapPromise: (_name, callback) => before.push(callback) },
      thisCompilation: { tap: (_name, callback) => started.push(callback) },
    },
  });
  for (const callback of before) await callback();
  // The plug-in reports a failed build on the second compilation only.
  const compilation = { errors: [] };
  for (const callback of started) {
    callback(compilation);
    callback(compilation);
  }
  plugin.wp.close();
  if (compilation.errors.length > 0) throw compilation.errors[0];
}

/** The generator types the raw exports behind the glue as `any`; callers of the glue need only the memory. */
async function typeExports(outDir) {
  const path = join(outDir, 'dsp.d.ts');
  const text = await readFile(path, 'utf8');
  const typed = text.replace(
    /(export interface InitOutput \{\n\s*readonly memory: WebAssembly\.Memory;\n)[^}]*\}/,
    '$1}',
  );
  if (typed === text) throw new Error('dsp.d.ts has another shape than this build knows');
  await writeFile(path, typed);
}

async function compileWorklet(outDir) {
  const { cargo, env } = await findToolchain(() => {});
  const cwd = join(DSP, 'worklet');
  await run(cargo, ['build', '--release', '--locked', '--target', WASM_TARGET], { cwd, env });
  const metadata = JSON.parse(
    await run(cargo, ['metadata', '--format-version', '1', '--no-deps'], { cwd, env }),
  );
  const built = join(metadata.target_directory, WASM_TARGET, 'release/dsp_worklet.wasm');
  const optimiser = join(ROOT, 'node_modules/binaryen/bin/wasm-opt');
  await mkdir(outDir, { recursive: true });
  const to = join(outDir, 'worklet.wasm');
  if (!existsSync(optimiser)) return copyFile(built, to);
  await run(process.execPath, [
    optimiser,
    built,
    '-o',
    to,
    '-Oz',
    '--enable-simd',
    '--enable-bulk-memory',
    '--enable-sign-ext',
    '--enable-mutable-globals',
    '--enable-nontrapping-float-to-int',
  ]);
}
