// The built front end. Its files are read once at start, so a path from a request is only ever looked up, and a
// request costs neither a descriptor nor a copy. Unknown paths that a browser navigates to get the page: routing is
// the client's.
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { Context, Middleware } from 'koa';
import { acceptedCoding } from './acceptedCoding.ts';
import { readWebFiles, type WebFile } from './webFiles.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  // What `WebAssembly.instantiateStreaming` insists on.
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
};

const STREAMED_BYTES = 64 * 1024;

/** The first page's document has its upper part in it; every other route's has the frame alone. */
const HOME = /^\/(?:aural\/?)?$/;

async function send(ctx: Context, url: string, file: WebFile): Promise<void> {
  const coding = acceptedCoding(ctx.get('Accept-Encoding'), file.codings);
  const chosen = (coding && file.twins.get(coding)) ?? file.plain;
  if (chosen !== file.plain && coding) ctx.set('Content-Encoding', coding);
  ctx.vary('Accept-Encoding');
  // Vite puts a digest of the content into every name below /assets.
  ctx.set('Cache-Control', url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('ETag', chosen.etag);
  ctx.status = 200;
  ctx.type = TYPES[extname(url)] ?? 'application/octet-stream';
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.length = chosen.size;
  if (ctx.method !== 'GET') return;
  const bytes = await chosen.bytes();
  if (bytes) ctx.body = bytes;
  else if (ctx.writable) {
    ctx.body = createReadStream(chosen.path, { end: chosen.size - 1, highWaterMark: STREAMED_BYTES });
    ctx.length = chosen.size;
  }
}

/**
 * Serves `directory`, which must hold the built app; null when somebody else does. Falls through for anything that is
 * neither a file nor a navigation. Without `keepsApp` the service worker is the one that leaves.
 */
export async function staticFiles(directory: string | null, keepsApp = true): Promise<Middleware> {
  const files = directory === null ? new Map<string, WebFile>() : await readWebFiles(directory);
  const farewell = files.get('/sw-off.js');
  if (!keepsApp && farewell) files.set('/sw.js', farewell);
  const page = files.get('/index.html');
  const frame = files.get('/frame.html') ?? page;
  if (directory !== null && !page) {
    throw new Error(
      `WEB_DIRECTORY: ${directory} has no index.html. Build the app with: npm run build:web. WEB_DIRECTORY=none serves none.`,
    );
  }
  return async function staticFiles(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const file = extname(ctx.path) in TYPES ? files.get(ctx.path) : undefined;
    if (file) return send(ctx, ctx.path, file);
    const isNavigation = extname(ctx.path) === '' && ctx.accepts('html', 'json') === 'html';
    const opened = HOME.test(ctx.path) ? page : frame;
    if (opened && isNavigation && !ctx.path.startsWith('/api/')) return send(ctx, '/index.html', opened);
    return next();
  };
}
