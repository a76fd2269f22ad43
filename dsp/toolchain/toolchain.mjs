// Finds a Rust compiler that can build for wasm32, or brings one. Three ways, first that works:
//   installed  rustc on the PATH already has the wasm32 library
//   rustup     `rustup target add`
//   debian     Debian's rustc-web packages unpacked into .toolchain (never installed into the system,
//              because they conflict with Debian's own rustc), the wasm32 library built from source
// Node's built-ins only: this runs before any package is installed.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { HOME } from './paths.mjs';
import { run, ToolchainError, tryRun } from './run.mjs';
import { DEBIAN_PACKAGES, RUST_MINIMUM, WASM_TARGET } from './versions.mjs';

/**
 * @typedef {object} Toolchain
 * @property {'installed' | 'rustup' | 'debian'} way
 * @property {string} why
 * @property {string} cargo Path or name of cargo.
 * @property {Record<string, string | undefined>} env Environment for every cargo call.
 */

const PREFIX = join(HOME, 'debian');
const RUSTUP_HELP = 'install rustup from https://rustup.rs, then: rustup target add wasm32-unknown-unknown';

/**
 * @param {(line: string) => void} log
 * @returns {Promise<Toolchain>}
 */
export async function findToolchain(log) {
  if (existsSync(join(PREFIX, 'ready'))) return debianToolchain('unpacked earlier');
  const version = await rustVersion();
  const recent = version !== null && compare(version, RUST_MINIMUM) >= 0;
  const onPath = { cargo: 'cargo', env: { ...process.env } };
  if (recent && (await hasWasmLibrary())) {
    return { way: 'installed', why: `rustc ${version} has the ${WASM_TARGET} library`, ...onPath };
  }
  if (recent && (await tryRun('rustup', ['--version']))) {
    log(`rustc ${version} lacks ${WASM_TARGET}: asking rustup for it`);
    await tryRun('rustup', ['target', 'add', WASM_TARGET], { timeoutMs: 120_000 });
    if (await hasWasmLibrary()) {
      return { way: 'rustup', why: `added ${WASM_TARGET} to rustc ${version}`, ...onPath };
    }
    log('rustup could not reach its downloads');
  }
  const why = describe(version, recent);
  if (platform() !== 'linux' || !(await tryRun('apt-get', ['--version']))) {
    throw new ToolchainError(`${why}, and this system has no apt`, RUSTUP_HELP);
  }
  await unpackDebian(log);
  return debianToolchain(why);
}

function describe(version, recent) {
  if (version === null) return 'no working rustc on the PATH';
  return recent
    ? `rustc ${version} without ${WASM_TARGET}`
    : `rustc ${version} is older than ${RUST_MINIMUM}`;
}

async function rustVersion() {
  const text = await tryRun('rustc', ['--version'], { timeoutMs: 20_000 });
  return text?.match(/(\d+\.\d+\.\d+)/)?.[1] ?? null;
}

async function hasWasmLibrary() {
  const sysroot = (await tryRun('rustc', ['--print', 'sysroot']))?.trim();
  if (!sysroot) return false;
  const files = await readdir(join(sysroot, 'lib/rustlib', WASM_TARGET, 'lib')).catch(() => []);
  return files.some((file) => file.startsWith('libstd-'));
}

/** Numeric comparison of dotted versions. */
function compare(a, b) {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number));
  for (let i = 0; i < 3; i++) if (x[i] !== y[i]) return x[i] - y[i];
  return 0;
}

/** @returns {Toolchain} */
function debianToolchain(why) {
  const usr = join(PREFIX, 'usr');
  const multiarch = arch() === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const libraries = [join(usr, 'lib', multiarch), join(usr, 'lib/llvm-19/lib'), process.env.LD_LIBRARY_PATH];
  return {
    way: 'debian',
    why,
    cargo: join(usr, 'bin/cargo'),
    env: {
      ...process.env,
      RUSTC: join(usr, 'bin/rustc'),
      RUSTDOC: join(usr, 'bin/rustdoc'),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(usr, 'bin/wasm-ld-19'),
    },
  };
}

async function unpackDebian(log) {
  await rm(PREFIX, { recursive: true, force: true });
  await mkdir(join(PREFIX, 'deb'), { recursive: true });
  await ensureListed(log);
  const names = await missingPackages();
  log(`downloading ${names.length} Debian packages into .toolchain`);
  await run('apt-get', ['-o', 'APT::Sandbox::User=root', '-q', 'download', ...names], {
    cwd: join(PREFIX, 'deb'),
  });
  for (const file of await readdir(join(PREFIX, 'deb'))) {
    await run('dpkg', ['-x', join(PREFIX, 'deb', file), PREFIX]);
  }
  await rm(join(PREFIX, 'deb'), { recursive: true });
  log(`building the ${WASM_TARGET} standard library`);
  await buildStandardLibrary();
  await writeFile(join(PREFIX, 'ready'), `${names.join('\n')}\n`);
}

async function ensureListed(log) {
  if (await listed(DEBIAN_PACKAGES[0])) return;
  log('refreshing the package lists (apt-get update)');
  await tryRun('apt-get', ['-q', 'update']);
  if (await listed(DEBIAN_PACKAGES[0])) return;
  throw new ToolchainError(
    `no Rust compiler with ${WASM_TARGET}, and apt knows no package ${DEBIAN_PACKAGES[0]}`,
    `sudo apt-get update, or ${RUSTUP_HELP}`,
  );
}

async function listed(name) {
  return /Candidate: \d/.test((await tryRun('apt-cache', ['policy', name])) ?? '');
}

/** The packages themselves and those of their libraries that this system does not have. */
async function missingPackages() {
  const wanted = new Set(DEBIAN_PACKAGES);
  for (const name of wanted) {
    for (const dependency of await dependencies(name)) {
      if (dependency.startsWith('lib') && !(await isInstalled(dependency))) wanted.add(dependency);
    }
  }
  return [...wanted];
}

/** Direct dependencies; of alternatives (`a | b`, printed as `|Depends: a`) the first. */
async function dependencies(name) {
  const lines = (await run('apt-cache', ['depends', '--important', name])).split('\n');
  const names = [];
  let alternative = false;
  for (const line of lines) {
    const match = /^ ([ |])(?:Pre)?Depends: ([a-z0-9.+-]+)/.exec(line);
    if (!match) continue;
    if (!alternative) names.push(match[2]);
    alternative = match[1] === '|';
  }
  return names;
}

async function isInstalled(name) {
  const format = '$' + '{db:Status-Status}';
  return (await tryRun('dpkg-query', ['-W', '-f', format, name])) === 'installed';
}

/**
 * Builds core, alloc and std for wasm32 from rust-web-src and puts them where rustc looks.
 * simd128 is on so that copies and searches inside std use it too.
 */
async function buildStandardLibrary() {
  const work = join(PREFIX, 'std');
  const library = join(PREFIX, 'usr/lib/rustlib');
  await mkdir(join(work, 'src'), { recursive: true });
  await mkdir(join(work, '.cargo'), { recursive: true });
  await writeFile(join(work, 'src/lib.rs'), '#![no_std]\n');
  await writeFile(
    join(work, 'Cargo.toml'),
    '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n',
  );
  await writeFile(
    join(work, '.cargo/config.toml'),
    `[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "${library}/src/rust/library/vendor"\n`,
  );
  const { cargo, env } = debianToolchain('');
  await run(cargo, ['build', '--release', '--target', WASM_TARGET, '-Zbuild-std=std,panic_abort'], {
    cwd: work,
    env: {
      ...env,
      RUSTC_BOOTSTRAP: '1',
      // Without embedded bitcode a later build with link-time optimisation fails.
      RUSTFLAGS: '-Cembed-bitcode=yes -Ctarget-feature=+simd128',
      CARGO_TARGET_DIR: join(work, 'target'),
    },
  });
  const to = join(library, WASM_TARGET, 'lib');
  await mkdir(to, { recursive: true });
  const built = join(work, 'target', WASM_TARGET, 'release/deps');
  for (const file of await readdir(built)) {
    if (file.endsWith('.rlib') && !file.startsWith('libempty')) await cp(join(built, file), join(to, file));
  }
  for (const spent of [work, join(library, 'src'), join(PREFIX, 'usr/share')]) {
    await rm(spent, { recursive: true, force: true });
  }
}
