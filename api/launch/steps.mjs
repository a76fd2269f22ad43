// The steps from a fresh clone to a running app. Each skips itself when its result is up to date, prints what it does and how long
// it took, and names the fix when it fails. Uses Node's built-ins only.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBindgen } from '../../dsp/toolchain/bindgen.mjs';
import { buildCore, needsCompiler } from '../../dsp/toolchain/core.mjs';
import { DSP } from '../../dsp/toolchain/paths.mjs';
import { run, ToolchainError, tryRun } from '../../dsp/toolchain/run.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const say = (line) => console.log(`  ${line}`);

/** Digest of files and folders, by path and content. */
async function digest(paths) {
  const hash = createHash('sha256');
  const visit = async (path) => {
    const info = await stat(path).catch(() => null);
    if (!info) return;
    if (info.isDirectory()) {
      for (const name of (await readdir(path)).sort()) await visit(join(path, name));
    } else {
      hash
        .update(relative(ROOT, path))
        .update('\0')
        .update(await readFile(path));
    }
  };
  for (const path of paths) await visit(join(ROOT, path));
  return hash.digest('hex');
}

/** Runs `work` if its inputs have changed since the last run. */
async function once(name, inputs, output, work) {
  const stamp = join(ROOT, output, '.stamp');
  const wanted = await digest(inputs);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  const started = Date.now();
  console.log(`${name} …`);
  await work();
  await mkdir(dirname(stamp), { recursive: true });
  // Hashed again: a first build may write one of its own inputs (the display font's subset).
  await writeFile(stamp, await digest(inputs));
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Throws when Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new ToolchainError(
    `Node ${process.versions.node} is too old`,
    'install Node 20.19 or newer (24 recommended)',
  );
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli ? run(process.execPath, [cli, ...args], { cwd: ROOT }) : run('npm', args, { cwd: ROOT });
}

/** Installs the packages of the lock file. */
export const packages = () =>
  once('packages (npm ci)', ['package.json', 'package-lock.json'], 'node_modules', () =>
    npm('ci', '--ignore-scripts', '--no-audit', '--no-fund'),
  );

/** Installs what the benches compare the app with. */
export const peers = () =>
  once(
    'peers of the benches (npm ci)',
    ['bench/package.json', 'bench/package-lock.json'],
    'bench/node_modules',
    () => npm('ci', '--prefix', 'bench', '--ignore-scripts', '--no-audit', '--no-fund'),
  );

/** Installs the Rust compiler and the glue generator when the core must be built or tested. */
export async function compiler({ evenIfFresh = false } = {}) {
  if (!evenIfFresh && !(await needsCompiler())) return;
  const started = Date.now();
  const toolchain = await findToolchain(say);
  await ensureBindgen(toolchain, say);
  const seconds = (Date.now() - started) / 1000;
  console.log(
    `Rust toolchain: ${toolchain.way} (${toolchain.why})${seconds > 1 ? `: ${seconds.toFixed(1)} s` : ''}`,
  );
}

/** Makes dsp/pkg: from dsp/prebuilt, or compiled. */
export async function core() {
  if (await needsCompiler()) console.log('audio core (Rust → WebAssembly) …');
  const started = Date.now();
  if ((await buildCore({ log: say })) === 'compiled')
    console.log(`audio core: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

const vite = (...args) =>
  run(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', ...args], { cwd: ROOT });
const SHARED = ['package-lock.json', 'vite.config.ts', 'dsp/pkg/stamp'];

/** Builds the app. */
export const web = () =>
  once(
    'app',
    [
      'src',
      'public',
      'index.html',
      'api/contract',
      'api/launch/compressedTwins.mjs',
      'tests/support/browser/chromium.mjs',
      ...SHARED,
    ],
    'dist/web',
    () => vite(),
  );

/** Builds the server. */
export const server = () =>
  once('server', ['api', ...SHARED], 'dist/api', () => vite('--ssr', '--mode', 'api'));

/** Finds rustfmt and clippy, or installs them with rustup. */
export async function rustLinters() {
  const { cargo, env, way } = await findToolchain(() => {});
  // Linters on the PATH belong to another compiler than Debian's: both in one target folder end with E0514.
  if (way === 'debian') return false;
  const isThere = async () =>
    (await tryRun(cargo, ['fmt', '--version'], { env })) !== null &&
    (await tryRun(cargo, ['clippy', '--version'], { env })) !== null;
  if (await isThere()) return true;
  await tryRun('rustup', ['component', 'add', 'rustfmt', 'clippy'], { timeoutMs: 120_000 });
  return isThere();
}

const RUST_TESTS = ['.cargo', 'Cargo.toml', 'Cargo.lock', 'core', 'native'].map((path) => `dsp/${path}`);

/** Compiles the Rust tests and the native twin of the engine, for `npm test` to run. */
export const rustTests = () =>
  once('Rust tests', RUST_TESTS, 'dsp/target/debug', async () => {
    const { cargo, env } = await findToolchain(() => {});
    const options = { cwd: DSP, env };
    await run(cargo, ['test', '--locked', '--quiet', '-p', 'dsp-core', '--no-run'], options);
    await run(cargo, ['build', '--locked', '--quiet', '-p', 'dsp-native'], options);
  });
