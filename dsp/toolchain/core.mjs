// Makes dsp/pkg: copied from dsp/prebuilt when that is of the same sources, otherwise compiled (the worker modules through
// @wasm-tool/wasm-pack-plugin, the worklet as a plain cargo build of a raw C ABI).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DSP, HOME, PKG, ROOT } from './paths.mjs';
import { run, ToolchainError } from './run.mjs';
import { findToolchain } from './toolchain.mjs';
import { WASM_TARGET } from './versions.mjs';

/** The committed build, one for each change of the engine: `npm start` then needs no Rust. */
const PREBUILT = join(DSP, 'prebuilt');
/** Stands in dsp/pkg while its files come from dsp/prebuilt. */
const COPIED = 'prebuilt';

const SOURCES = [
  '../rust-toolchain.toml',
  '.cargo',
  'Cargo.toml',
  'Cargo.lock',
  'core',
  'results',
  'worker',
  'worklet',
  'toolchain',
];

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
async function coreIsFresh() {
  const stamp = await readFile(join(PKG, 'stamp'), 'utf8').catch(() => '');
  return stamp === (await sourceDigest());
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * What dsp/prebuilt says of itself; null when there is none.
 * @returns {Promise<{ digest: string, compiler: string, files: Record<string, string> } | null>}
 */
const readManifest = async () =>
  JSON.parse(await readFile(join(PREBUILT, 'manifest.json'), 'utf8').catch(() => 'null'));

/** Files of a build; two commands may build at once, the last one stays. */
async function replacePackage(next) {
  await rm(PKG, { recursive: true, force: true });
  await rename(next, PKG);
}

const emptyFolder = async () => {
  const next = join(HOME, `pkg-${process.pid}`);
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  return next;
};

/**
 * Copies dsp/prebuilt to dsp/pkg when it was built from the sources as they are. Every file is checked against the SHA-256
 * in the manifest: a damaged one is refused.
 */
async function takePrebuilt(digest) {
  const manifest = await readManifest();
  if (manifest?.digest !== digest) return false;
  const next = await emptyFolder();
  for (const [name, expected] of Object.entries(manifest.files)) {
    const bytes = await readFile(join(PREBUILT, name));
    if (sha256(bytes) !== expected)
      throw new ToolchainError(`dsp/prebuilt/${name} is damaged`, 'git checkout dsp/prebuilt');
    await writeFile(join(next, name), bytes);
  }
  await writeFile(join(next, COPIED), '');
  await writeFile(join(next, 'stamp'), digest);
  await replacePackage(next);
  return true;
}

/** Whether a build of these sources needs the Rust compiler. */
export const needsCompiler = async () =>
  !(await coreIsFresh()) && (await readManifest())?.digest !== (await sourceDigest());

/**
 * Folder names of this machine stay out of the module, where panics name their file: the same sources then give the same
 * bytes everywhere.
 */
async function remapPaths() {
  const { cargo, env } = await findToolchain(() => {});
  await run(cargo, ['fetch', '--locked', '--target', WASM_TARGET], { cwd: DSP, env });
  const packages = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  const registries = (await readdir(packages)).map((name) => join(packages, name));
  return registries.map((path) => `--remap-path-prefix=${path}=/packages`).join(' ');
}

/** Compiles the sources into `next`. */
async function compile(next, digest, log) {
  process.env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS = await remapPaths();
  // The module names its build, and `build.js` the build that its importer expects.
  process.env.DSP_BUILD = digest;
  await compileWorkers(next);
  await writeFile(join(next, 'build.js'), `export const BUILD = '${digest}';\n`);
  await writeFile(join(next, 'build.d.ts'), 'export declare const BUILD: string;\n');
  log('building the worklet module');
  await compileWorklet(next);
}

/**
 * Makes dsp/pkg when it is not of the sources as they are. A failed build leaves the previous package in place.
 * @param {{ log?: (line: string) => void, fromSource?: boolean }} [options] `fromSource`: never take dsp/prebuilt.
 * @returns {Promise<'fresh' | 'copied' | 'compiled'>}
 */
export async function buildCore({ log = (line) => console.log(line), fromSource = false } = {}) {
  const isCopied = existsSync(join(PKG, COPIED));
  if ((await coreIsFresh()) && !(fromSource && isCopied)) return 'fresh';
  const digest = await sourceDigest();
  if (!fromSource && (await takePrebuilt(digest))) return 'copied';
  const next = await emptyFolder();
  await compile(next, digest, log);
  await writeFile(join(next, 'stamp'), digest);
  await replacePackage(next);
  return 'compiled';
}

/** Name and commit of the compiler in use: another one makes other bytes. */
async function compilerName() {
  const { cargo, env } = await findToolchain(() => {});
  const rustc = env.RUSTC ?? 'rustc';
  const version = (await run(rustc, ['--version'], { env, cwd: DSP })).trim();
  return `${version}, ${(await run(cargo, ['--version'], { env, cwd: DSP })).trim()}`;
}

/** Compiles the sources and puts the result into dsp/prebuilt, to be committed. */
export async function renewPrebuilt({ log = (line) => console.log(line) } = {}) {
  await buildCore({ log, fromSource: true });
  const files = {};
  await rm(PREBUILT, { recursive: true, force: true });
  await mkdir(PREBUILT);
  for (const name of (await readdir(PKG)).sort()) {
    if (name === 'stamp') continue;
    const bytes = await readFile(join(PKG, name));
    files[name] = sha256(bytes);
    await writeFile(join(PREBUILT, name), bytes);
  }
  const manifest = { digest: await sourceDigest(), compiler: await compilerName(), files };
  await writeFile(join(PREBUILT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Compiles the sources anew and compares every byte with dsp/prebuilt. Throws when they differ.
 * @returns {Promise<string | null>} why nothing was compared, or null
 */
export async function comparePrebuilt({ log = (line) => console.log(line) } = {}) {
  const manifest = await readManifest();
  const digest = await sourceDigest();
  const remedy = 'npm run build:dsp -- --prebuilt, and commit dsp/prebuilt';
  if (manifest?.digest !== digest) throw new ToolchainError('dsp/prebuilt is not of these sources', remedy);
  const compiler = await compilerName();
  if (compiler !== manifest.compiler)
    return `dsp/prebuilt was built by ${manifest.compiler}, here is ${compiler}`;
  const next = await emptyFolder();
  try {
    await compile(next, digest, log);
    for (const [name, expected] of Object.entries(manifest.files)) {
      const different = [join(next, name), join(PREBUILT, name)].map(async (path) =>
        sha256(await readFile(path)),
      );
      if ((await Promise.all(different)).some((found) => found !== expected))
        throw new ToolchainError(`dsp/prebuilt/${name} is not what the sources give`, remedy);
    }
    return null;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/**
 * `dsp`: the whole engine. `first`: without what only an opened tool needs, for the first visit of a browser. Both have the
 * same calls, so that one declaration is true for both.
 */
async function compileWorkers(outDir) {
  await compileWorker(outDir, 'first', '-- --no-default-features');
  await compileWorker(outDir, 'dsp', '');
  for (const name of ['first', 'dsp']) await typeExports(join(outDir, `${name}.d.ts`));
  const [first, whole] = ['first', 'dsp'].map((name) => readFile(join(outDir, `${name}.d.ts`), 'utf8'));
  if ((await first) !== (await whole)) throw new Error('the two worker modules have different calls');
  await writeFile(
    join(outDir, 'first.d.ts'),
    "export * from './dsp.js';\nexport { default } from './dsp.js';\n",
  );
}

/** The plug-in was written for webpack; it needs of the compiler only its mode and two hooks. */
async function compileWorker(outDir, outName, cargoArguments) {
  process.env.WASM_PACK_PATH = fileURLToPath(new URL('./wasm-pack.mjs', import.meta.url));
  const WasmPackPlugin = createRequire(import.meta.url)('@wasm-tool/wasm-pack-plugin');
  const plugin = new WasmPackPlugin({
    crateDirectory: join(DSP, 'worker'),
    outDir,
    outName,
    extraArgs: `--target web --mode no-install ${cargoArguments}`,
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
async function typeExports(path) {
  const text = await readFile(path, 'utf8');
  const typed = text.replace(
    /(export interface InitOutput \{\n\s*readonly memory: WebAssembly\.Memory;\n)[^}]*\}/,
    '$1}',
  );
  if (typed === text) throw new Error(`${path} has another shape than this build knows`);
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
