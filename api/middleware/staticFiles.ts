// The built front end. The list of files is read once at start, so a path from a request is only ever
// looked up in it. Unknown paths that a browser navigates to get the page: routing is the client's.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
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

interface StaticFile {
  path: string;
  size: number;
  etag: string;
}

/** URL path → file, for every file below `directory` that has a known type or is a compressed twin. */
async function index(directory: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(path);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    files.set(url, { path, size, etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"` });
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
  // Koa ends the stream without reading it for HEAD.
  ctx.body = createReadStream(file.path);
}

/** Serves `directory`; falls through for anything that is neither a file nor a navigation. */
export async function staticFiles(directory: string): Promise<Middleware> {
  const files = await index(directory);
  const page = files.get('/index.html');
  return async function staticFiles(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const plain = extname(ctx.path) in TYPES ? files.get(ctx.path) : undefined;
    if (plain) return send(ctx, files, ctx.path, plain);
    const isNavigation = extname(ctx.path) === '' && ctx.accepts('html', 'json') === 'html';
    if (page && isNavigation && !ctx.path.startsWith('/api/')) return send(ctx, files, '/index.html', page);
    return next();
  };
}
