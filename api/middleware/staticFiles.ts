// The built front end. Files are read once at start, so that requests open no file and no path reaches the disk. Unknown
// paths that a browser navigates to get the page, because routing happens in the browser, with 404 when it has no such page.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { isPage } from '../contract/pages.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  // Required by `WebAssembly.instantiateStreaming`.
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
};

const STREAMED_BYTES = 64 * 1024;

/** The document of the first page contains its upper part; other routes get only the frame. */
const HOME = /^\/(?:aural\/?)?$/;

async function send(ctx: Context, url: string, file: WebFile, status = 200): Promise<void> {
  const coding = acceptedCoding(ctx.get('Accept-Encoding'), file.codings);
  const chosen = (coding && file.twins.get(coding)) ?? file.plain;
  if (chosen !== file.plain && coding) ctx.set('Content-Encoding', coding);
  ctx.vary('Accept-Encoding');
  // Vite puts a digest of the content into every name below /assets.
  ctx.set('Cache-Control', url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('ETag', chosen.etag);
  ctx.status = status;
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
 * Serves `directory`, which must hold the built app; null: another server does. Calls the next middleware for requests that
 * are neither a file nor a navigation. Without `keepsApp` it serves a service worker that unregisters itself.
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
    if (opened && isNavigation && !ctx.path.startsWith('/api/'))
      return send(ctx, '/index.html', opened, isPage(ctx.path) ? 200 : 404);
    return next();
  };
}

// `Accept-Encoding` (RFC 9110 §12.5.3)

/** `br;q=0.5, *;q=0` → weights by name, 0 … 1. Malformed entries count as 0. */
function weights(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (name !== '') found.set(name, value >= 0 && value <= 1 ? value : 0);
  }
  return found;
}

/** The preferred coding of `offered` (best first), or null for plain bytes, also if the client refuses everything. */
function acceptedCoding<Coding extends string>(header: string, offered: readonly Coding[]): Coding | null {
  const wanted = weights(header);
  const weightOf = (name: string) => wanted.get(name) ?? wanted.get('*') ?? 0;
  // An unnamed `identity` is acceptable, after all named codings.
  let best: Coding | null = null;
  let most = wanted.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weightOf(coding);
    if (weight > most || (best === null && weight > 0 && weight === most)) {
      best = coding;
      most = weight;
    }
  }
  return best;
}

/** Best first. The suffixes are those of `api/launch/compressedTwins.mjs`. */
const CODINGS = ['br', 'gzip'] as const;
const SUFFIX = { br: '.br', gzip: '.gz' } as const;
type Coding = (typeof CODINGS)[number];

/** The app has 2.2 MB, its largest file 1.5 MB. Larger files, and those above the total, are streamed. */
const MAX_CACHED_FILE_BYTES = 4 * 1024 * 1024;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

interface Representation {
  path: string;
  size: number;
  /** Tag of these bytes: every coding has its own. */
  etag: string;
  /** Null if too large for memory. */
  bytes(): Promise<Buffer | null>;
}

interface WebFile {
  plain: Representation;
  twins: Map<Coding, Representation>;
  /** Codings of the twins, best first. */
  codings: Coding[];
}

const unpacked = promisify(gunzip);

async function readRepresentation(path: string, isCached: boolean): Promise<Representation> {
  if (!isCached) {
    const { size, mtimeMs } = await stat(path);
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    return { path, size, etag, bytes: async () => null };
  }
  const bytes = await readFile(path);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { path, size: bytes.length, etag, bytes: async () => bytes };
}

/** The plain bytes of a gzip twin, unpacked once. */
function fromTwin(plain: Representation, twin: Representation): Representation {
  let known: Promise<Buffer | null> | null = null;
  return {
    path: plain.path,
    size: plain.size,
    etag: plain.etag,
    bytes() {
      known ??= twin.bytes().then((packed) => packed && unpacked(packed));
      return known;
    },
  };
}

/** URL path → file, for all files below `directory` except hidden ones. */
async function readWebFiles(directory: string): Promise<Map<string, WebFile>> {
  const found = new Map<string, Representation>();
  let cachedBytes = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    if (!entry.isFile() || url.includes('/.')) continue;
    const { size } = await stat(path);
    const isCached = size <= MAX_CACHED_FILE_BYTES && cachedBytes + size <= MAX_CACHED_BYTES;
    if (isCached) cachedBytes += size;
    found.set(url, await readRepresentation(path, isCached));
  }
  const files = new Map<string, WebFile>();
  for (const [url, plain] of found) {
    const twins = new Map<Coding, Representation>();
    for (const coding of CODINGS) {
      const twin = found.get(url + SUFFIX[coding]);
      if (twin) twins.set(coding, twin);
    }
    const packed = twins.get('gzip');
    const isUnpackable = packed && (await packed.bytes()) !== null;
    files.set(url, {
      plain: isUnpackable ? fromTwin(plain, packed) : plain,
      twins,
      codings: [...twins.keys()],
    });
  }
  return files;
}
