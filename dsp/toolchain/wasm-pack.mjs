#!/usr/bin/env node
// Does what `wasm-pack build --target web --mode no-install` does, with the same arguments, from parts
// that package registries carry: cargo, the glue generator of ./bindgen, wasm-opt from npm's binaryen.
// @wasm-tool/wasm-pack-plugin starts it through WASM_PACK_PATH, with the crate as working directory.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBindgen } from './bindgen.mjs';
import { ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { findToolchain } from './toolchain.mjs';
import { WASM_TARGET } from './versions.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'out-dir': { type: 'string', default: 'pkg' },
    'out-name': { type: 'string', default: 'index' },
    target: { type: 'string', default: 'web' },
    mode: { type: 'string', default: 'no-install' },
    dev: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
if (positionals[0] !== 'build' || values.target !== 'web') {
  console.error(
    'usage: wasm-pack build --target web [--out-dir DIR] [--out-name NAME] [--dev] [-- CARGO_ARGUMENTS]',
  );
  process.exit(2);
}

const log = (line) => console.log(`  ${line}`);
const toolchain = await findToolchain(log);
const bindgen = await ensureBindgen(toolchain, log);
const crate = (await readFile('Cargo.toml', 'utf8')).match(/^name = "(.+)"/m)[1];
const metadata = JSON.parse(
  await run(toolchain.cargo, ['metadata', '--format-version', '1', '--no-deps'], { env: toolchain.env }),
);
const profile = values.dev ? [] : ['--release'];
const extra = positionals.slice(1);
await run(toolchain.cargo, ['build', '--lib', '--locked', ...profile, '--target', WASM_TARGET, ...extra], {
  env: toolchain.env,
});

const outDir = resolve(values['out-dir']);
await mkdir(outDir, { recursive: true });
const folder = values.dev ? 'debug' : 'release';
const built = join(metadata.target_directory, WASM_TARGET, folder, `${crate.replaceAll('-', '_')}.wasm`);
await run(bindgen, [built, outDir, values['out-name']]);

const module = join(outDir, `${values['out-name']}_bg.wasm`);
if (!values.dev) {
  await run(process.execPath, [
    join(ROOT, 'node_modules/binaryen/bin/wasm-opt'),
    module,
    '-o',
    module,
    // Not -O2: its inlining and local folding cost V8 an eighth of its speed in Opus, for no smaller a download.
    '-O1',
    '--enable-simd',
    '--enable-bulk-memory',
    '--enable-sign-ext',
    '--enable-mutable-globals',
    '--enable-nontrapping-float-to-int',
    '--enable-reference-types',
    '--enable-multivalue',
  ]);
}
await writeFile(
  join(outDir, 'package.json'),
  `${JSON.stringify({ name: crate, type: 'module', main: `${values['out-name']}.js` }, null, 2)}\n`,
);
log(`${values['out-name']}_bg.wasm: ${(await stat(module)).size} bytes`);
