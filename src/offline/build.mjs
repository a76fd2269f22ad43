// Makes /sw.js of the built app: the service worker with this version's list of files; and /sw-off.js, which the
// server sends instead if offline use is off.
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Entry → output file. */
const WORKERS = {
  'sw.js': fileURLToPath(new URL('./worker.ts', import.meta.url)),
  'sw-off.js': fileURLToPath(new URL('./farewell.ts', import.meta.url)),
};
const DOCUMENTS = ['/index.html', '/frame.html'];
const TWIN = /\.(?:br|gz)$/;
/** Scripts and styles of the pages that record, edit and publish. */
const STUDIO = /^\/assets\/(?:Record|Recorder|Editor|Publish)(?:Page|Panel)-/;

/** What the studio's pages may load, by the names in their scripts: it has to work offline after a short visit. */
async function studioFiles(directory, assets) {
  const found = new Set(assets.filter((path) => STUDIO.test(path)));
  if (found.size === 0) throw new Error('the build has no script of the record page');
  for (const path of found) {
    if (!path.endsWith('.js')) continue;
    const text = await readFile(join(directory, path), 'utf8');
    for (const other of assets) if (text.includes(other.slice('/assets/'.length))) found.add(other);
  }
  return found;
}

/** The version is a digest of all files. */
async function describe(directory) {
  const names = await readdir(directory);
  // Only the system requests the bitmap icons, once.
  const plain = names
    .filter((name) => /\.(?:html|css|svg|webmanifest)$/.test(name))
    .map((name) => `/${name}`);
  const assets = [];
  for (const name of await readdir(join(directory, 'assets'))) {
    if (TWIN.test(name)) continue;
    assets.push({ path: `/assets/${name}`, size: (await stat(join(directory, 'assets', name))).size });
  }
  assets.sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
  const documents = await Promise.all(DOCUMENTS.map((path) => readFile(join(directory, path), 'utf8')));
  const first = assets.map(({ path }) => path).filter((path) => documents[0].includes(path));
  const later = assets.map(({ path }) => path).filter((path) => !first.includes(path));
  const studio = await studioFiles(directory, later);
  const rest = [...later.filter((path) => studio.has(path)), ...later.filter((path) => !studio.has(path))];
  const digest = createHash('sha256');
  for (const path of [...plain].sort()) digest.update(path).update(await readFile(join(directory, path)));
  digest.update(JSON.stringify([first, rest]));
  return { version: digest.digest('hex').slice(0, 12), plain, first, rest };
}

/**
 * Writes the workers into `directory`, which holds the built app.
 *
 * @param {string} directory
 */
async function writeWorkers(directory) {
  const described = JSON.stringify(await describe(directory));
  for (const [name, entry] of Object.entries(WORKERS)) {
    await writeFile(join(directory, name), await bundle(entry, described));
  }
}

async function bundle(input, described) {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { BUILD: described },
    build: {
      write: false,
      minify: true,
      target: ['chrome111', 'firefox114', 'safari16.4'],
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const { output } = Array.isArray(made) ? made[0] : made;
  return output[0].code;
}

/**
 * Vite plugin: makes the worker after all files that it lists.
 *
 * @param {string} directory
 * @returns {import('vite').Plugin}
 */
export function serviceWorker(directory) {
  return {
    name: 'service-worker',
    apply: 'build',
    closeBundle: { order: 'post', sequential: true, handler: () => writeWorkers(directory) },
  };
}
