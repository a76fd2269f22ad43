// The built front end. Its files are read once at start, so a path from a request is only ever looked up, and a
// request costs neither a descriptor nor a copy. Unknown paths that a browser navigates to get the page: routing is
// the client's.
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Context, Middleware } from 'koa';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
};

/** Best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The app has 2.2 MB in all, its largest file 1.5 MB. Larger ones, and those beyond the sum, are streamed. */
const KEPT_FILE_BYTES = 4 * 1024 * 1024;
const KEPT_BYTES = 32 * 1024 * 1024;
const STREAMED_BYTES = 64 * 1024;

interface StaticFile {
  path: string;
  size: number;
  etag: string;
  /** null for what is too large to keep. */
  bytes: Buffer | null;
}

/** URL path → file, for every file below `directory` that has a known type or is a compressed twin. */
async function index(directory: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  let kept = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(path);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    const isKept = size <= KEPT_FILE_BYTES && kept + size <= KEPT_BYTES;
    const bytes = isKept ? await readFile(path) : null;
    kept += bytes?.length ?? 0;
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    files.set(url, { path, size: bytes?.length ?? size, etag, bytes });
  }
  return files;
}

function send(ctx: Context, files: Map<string, StaticFile>, url: string, plain: StaticFile): void {
  const twin = ENCODINGS.find(
    ([name, suffix]) => files.has(url + suffix) && ctx.acceptsEncodings(name) === name,
  );
  const file = (twin && files.get(url + twin[1])) ?? plain;
  if (twin) ctx.set('Content-Encoding', twin[0]);
  ctx.vary('Accept-Encoding');
  // Vite puts a digest of the content into every name below /assets.
  ctx.set('Cache-Control', url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('ETag', file.etag);
  ctx.status = 200;
  ctx.type = TYPES[extname(url)] ?? 'application/octet-stream';
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.length = file.size;
  if (file.bytes) ctx.body = file.bytes;
  else if (ctx.method === 'GET' && ctx.writable) {
    ctx.body = createReadStream(file.path, { end: file.size - 1, highWaterMark: STREAMED_BYTES });
  }
}

/**
 * Serves `directory`, which must hold the built app; null when somebody else does. Falls through for anything that is
 * neither a file nor a navigation.
 */
export async function staticFiles(directory: string | null): Promise<Middleware> {
  const files = directory === null ? new Map<string, StaticFile>() : await index(directory);
  const page = files.get('/index.html');
  if (directory !== null && !page) {
    throw new Error(
      `WEB_DIRECTORY: ${directory} has no index.html. Build the app with: npm run build:web. WEB_DIRECTORY=none serves none.`,
    );
  }
  return async function staticFiles(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const plain = extname(ctx.path) in TYPES ? files.get(ctx.path) : undefined;
    if (plain) return send(ctx, files, ctx.path, plain);
    const isNavigation = extname(ctx.path) === '' && ctx.accepts('html', 'json') === 'html';
    if (page && isNavigation && !ctx.path.startsWith('/api/')) return send(ctx, files, '/index.html', page);
    return next();
  };
}
