// `npm run pack:engine`: assembles the engine of dsp/pkg as an npm package in dist/engine and packs it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const USAGE = `Usage: npm run pack:engine

Packs the engine of dsp/pkg, which npm start or npm run build:dsp make, as dist/engine/aural-engine-VERSION.tgz.

  -h, --help   show this text`;

const ROOT = new URL('../../', import.meta.url);
const OUT = new URL('dist/engine/', ROOT);
const own = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const built = (name) => new URL(`dsp/pkg/${name}`, ROOT);

/** Returns the path of the archive. */
export function packEngine() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const write = (name, text) => writeFileSync(new URL(name, OUT), text);
  const glue = readFileSync(built('dsp.js'), 'utf8').replaceAll('dsp_bg.wasm', 'engine.wasm');
  const wasm = readFileSync(built('dsp_bg.wasm'));
  write('engine.js', glue);
  write('engine.d.ts', readFileSync(built('dsp.d.ts')));
  write('engine.wasm', wasm);
  write('build.js', readFileSync(built('build.js')));
  for (const name of ['index.js', 'index.d.ts', 'wasm.js', 'wasm.node.js']) write(name, own(name));
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  const size = `${megabytes(wasm.length)}, ${megabytes(gzipSync(wasm).length)} compressed; no dependencies`;
  write('README.md', own('README.md').replace('SIZE', size));
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md'])
    copyFileSync(new URL(name, ROOT), new URL(name, OUT));
  const { version, license, engines } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  const manifest = {
    name: 'aural-engine',
    version,
    description:
      'Inspects, decodes, cuts and encodes audio in browsers and Node. WebAssembly without dependencies.',
    license,
    engines,
    type: 'module',
    sideEffects: false,
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './engine.wasm': './engine.wasm' },
    imports: { '#wasm': { node: './wasm.node.js', default: './wasm.js' } },
  };
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  const folder = fileURLToPath(OUT);
  const packed = execFileSync('npm', ['pack', '--json'], { cwd: folder, encoding: 'utf8', shell: false });
  const [{ filename }] = JSON.parse(packed);
  return `${folder}${filename}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    console.log(values.help ? USAGE : packEngine());
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`${error.message.split('. ')[0]}.\n\n${USAGE}`);
    process.exit(2);
  }
}
