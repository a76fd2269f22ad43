// Compresses the built app: writes `name.br` and `name.gz` next to every text and wasm file, for
// `api/middleware/staticFiles.ts`. Results are cached by digest in `dist/twins`, so a build compresses only what changed.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|wasm|txt)$/;
const CODINGS = [
  {
    suffix: '.br',
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    suffix: '.gz',
    compress: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/** Files below `directory`, without hidden files and folders. */
async function filesOf(directory) {
  const found = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...(await filesOf(path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

async function made(path, bytes, compress) {
  const known = await readFile(path).catch(() => null);
  if (known) return known;
  const twin = await compress(bytes);
  // Atomic, because a build may be interrupted.
  await writeFile(`${path}.part`, twin);
  await rename(`${path}.part`, path);
  return twin;
}

/**
 * Compresses the compressible files below `directory`; a twin that would not be smaller is left out. `memory` is the
 * folder that caches twins; unused ones are deleted.
 *
 * @param {string} directory
 * @param {string} memory
 */
async function writeTwins(directory, memory) {
  await mkdir(memory, { recursive: true });
  const used = new Set();
  const paths = (await filesOf(directory)).filter((path) => COMPRESSIBLE.test(path));
  // The thread pool of zlib takes as many at once as there are threads.
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      const digest = createHash('sha256').update(bytes).digest('hex');
      for (const { suffix, compress } of CODINGS) {
        const name = digest + suffix;
        used.add(name);
        const twin = await made(join(memory, name), bytes, compress);
        if (twin.length < bytes.length) await writeFile(path + suffix, twin);
      }
    }),
  );
  for (const name of await readdir(memory)) if (!used.has(name)) await rm(join(memory, name));
}

/**
 * Vite plugin: the twins are made when everything else is written.
 *
 * @param {string} directory
 * @param {string} memory
 * @returns {import('vite').Plugin}
 */
export function compressedTwins(directory, memory) {
  return {
    name: 'compressed-twins',
    apply: 'build',
    closeBundle: { order: 'post', sequential: true, handler: () => writeTwins(directory, memory) },
  };
}
