// Makes the documents of the built app: `index.html` of the first page and `frame.html` of every other route, both
// with their first paint (`FirstPaint.tsx`), so that a slow connection shows no empty screen.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRY = fileURLToPath(new URL('./FirstPaint.tsx', import.meta.url));
const PLACE = '<!--first-paint-->';
const MARK = '{first paint}';

async function render() {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  });
  try {
    const { firstPaint } = await server.ssrLoadModule(ENTRY);
    return { home: firstPaint('home'), any: firstPaint('any') };
  } finally {
    await server.close();
  }
}

/** Without its styles the first paint would be worse than an empty screen. */
async function checkStyles(directory, markup) {
  const folder = join(directory, 'assets');
  const sheets = (await readdir(folder)).filter((name) => name.endsWith('.css'));
  const styles = (await Promise.all(sheets.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  const names = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, text]) => text.split(/\s+/));
  const lost = names.filter((name) => name.startsWith('_') && !styles.includes(`.${name}`));
  if (lost.length > 0) throw new Error(`no styles for ${[...new Set(lost)].join(', ')}`);
}

async function writeDocuments(directory) {
  const path = join(directory, 'index.html');
  // Removes developers' comments.
  const document = (await readFile(path, 'utf8')).replace(PLACE, MARK).replace(/\s*<!--[\s\S]*?-->/g, '');
  const { home, any } = await render();
  await checkStyles(directory, home + any);
  // A function, because the markup may contain replacement patterns such as `$&`.
  await writeFile(
    path,
    document.replace(MARK, () => home),
  );
  await writeFile(
    join(directory, 'frame.html'),
    document.replace(MARK, () => any),
  );
}

/**
 * Vite plugin: puts the first paint into the documents in `directory` after all other files.
 *
 * @param {string} directory
 * @returns {import('vite').Plugin}
 */
export function frameDocuments(directory) {
  return {
    name: 'frame-documents',
    apply: 'build',
    closeBundle: { order: 'post', sequential: true, handler: () => writeDocuments(directory) },
  };
}
