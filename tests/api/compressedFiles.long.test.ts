// The shipped server sends the built app compressed as the client requests, with the same content in every coding.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/browser/listen.ts';
import { actor, track } from '../support/server/actors.ts';
import { type Heard, plainRequest } from '../support/server/plainRequest.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));
const TEXT_OR_WASM = /\.(?:js|css|html|svg|json|webmanifest|wasm)$/;
/** Below this size, the extra header outweighs the saving. */
const SMALL_BYTES = 150;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  plainRequest(server.url + path, headers, method);

/** URL paths of the built files. */
const built = readdirSync(WEB, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `/${relative(WEB, join(entry.parentPath, entry.name))}`)
  .filter((path) => !path.includes('/.'));
const texts = built.filter(
  (path) => TEXT_OR_WASM.test(path) && statSync(join(WEB, path)).size >= SMALL_BYTES,
);
const theModule = built.find((path) => /\/first_bg-.*\.wasm$/.test(path)) ?? '';
const theLargerModule = built.find((path) => /\/dsp_bg-.*\.wasm$/.test(path)) ?? '';
const theWorklet = built.find((path) => /\/worklet-.*\.wasm$/.test(path)) ?? '';

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

function expectSame(reply: Heard, path: string): void {
  const coding = reply.headers['content-encoding'] as keyof typeof DECODERS | undefined;
  const bytes = coding ? DECODERS[coding](reply.body) : reply.body;
  expect(bytes.equals(readFileSync(join(WEB, path))), path).toBe(true);
  expect(Number(reply.headers['content-length']), path).toBe(reply.body.length);
  expect(reply.headers.vary, path).toMatch(/accept-encoding/i);
}

describe('the built app', () => {
  it('has all modules and more than twenty text files', () => {
    expect([theModule, theLargerModule, theWorklet].every((path) => path !== '')).toBe(true);
    expect(texts.length).toBeGreaterThan(20);
  });

  it.each([['br'], ['gzip']])(
    'is sent as %s: every text and module, smaller and with the same content',
    async (coding) => {
      for (const path of texts) {
        const reply = await ask(path, { 'accept-encoding': coding });
        expect(reply.headers['content-encoding'], path).toBe(coding);
        expect(reply.body.length, path).toBeLessThan(statSync(join(WEB, path)).size);
        expectSame(reply, path);
      }
    },
  );

  it('is sent uncompressed to a client that accepts no coding, also repeatedly', async () => {
    for (const path of [...texts, ...texts]) {
      const reply = await ask(path);
      expect(reply.headers['content-encoding'], path).toBeUndefined();
      expectSame(reply, path);
    }
  });

  it('compresses the page of any address', async () => {
    const reply = await ask('/category/new', { 'accept-encoding': 'br', accept: 'text/html' });
    expect(reply.headers['content-encoding']).toBe('br');
    expectSame(reply, '/frame.html');
  });

  it('has the first page in the document of the home address only, under every prefix', async () => {
    for (const path of ['/', '/aural', '/aural/']) {
      const reply = await ask(path, { accept: 'text/html' });
      expectSame(reply, '/index.html');
      expect(reply.body.toString()).toContain('Hear desire, live fantasy</h1>');
    }
    for (const path of ['/news', '/aural/news', '/nope', '/auralx']) {
      const reply = await ask(path, { accept: 'text/html' });
      expectSame(reply, '/frame.html');
      expect(reply.body.toString()).not.toContain('<h1 id="hero"');
    }
  });

  it('has no inline styles, which the style policy refuses', async () => {
    for (const path of ['/', '/news'])
      expect((await ask(path, { accept: 'text/html' })).body.toString()).not.toMatch(/\sstyle=/);
  });

  it('serves the service worker under one name, revalidated each time, for the whole site', async () => {
    const reply = await ask('/sw.js', { 'service-worker': 'script' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/javascript/);
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.headers['cross-origin-embedder-policy']).toBe('require-corp');
    const missing = built.filter(
      (path) => path.startsWith('/assets/') && !/\.(?:br|gz)$/.test(path) && !reply.body.includes(path),
    );
    expect(missing).toEqual([]);
  });

  it('lists what recording and editing need before the other pages, so that a short visit is enough', async () => {
    const { body } = await ask('/sw.js', { 'service-worker': 'script' });
    const place = (name: RegExp) => body.indexOf(built.find((path) => name.test(path)) ?? 'not built');
    const engine = place(/\/first_bg-.*\.wasm$/);
    const larger = place(/\/dsp_bg-.*\.wasm$/);
    for (const page of [
      /\/RecordPage-.*\.js$/,
      /\/RecordPage-.*\.css$/,
      /\/EditorPanel-.*\.css$/,
      /\/dsp\.worker-/,
    ])
      expect(place(page), `${page}`).toBeLessThan(engine);
    for (const page of [/\/AdminPage-.*\.js$/, /\/NewsPage-.*\.js$/, /\/LegalPage-.*\.js$/])
      expect(place(page), `${page}`).toBeGreaterThan(larger);
    expect(larger).toBeGreaterThan(engine);
    expect(engine).toBeGreaterThan(0);
  });

  it('leaves fonts uncompressed', async () => {
    const font = built.find((path) => path.endsWith('.woff2')) ?? '';
    const reply = await ask(font, { 'accept-encoding': 'br, gzip' });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expectSame(reply, font);
  });

  it('serves no hidden file and no compressed file under its own name', async () => {
    for (const path of ['/.vite/manifest.json', `${theModule}.br`, `${theModule}.gz`]) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });
});

describe('negotiation', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, *', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0.5, identity', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity, br', 'br'],
    ['identity;q=0, *;q=0', undefined],
    ['*', 'br'],
    ['BR', 'br'],
    ['br ; q=1', 'br'],
    ['br;q=nonsense, gzip', 'gzip'],
    ['brotli', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('answers %j with %s', async (header, coding) => {
    const reply = await ask(theWorklet, { 'accept-encoding': header });
    expect(reply.headers['content-encoding']).toBe(coding);
    expectSame(reply, theWorklet);
  });
});

describe('each coding', () => {
  it('has its own ETag, which answers 304 to itself and 200 to another', async () => {
    const heads = ['br', 'gzip', 'identity'].map((coding) => ({ 'accept-encoding': coding }));
    const etags = await Promise.all(
      heads.map(async (head) => String((await ask(theWorklet, head)).headers.etag)),
    );
    expect(new Set(etags).size).toBe(3);
    for (const [one, head] of heads.entries()) {
      for (const [other, etag] of etags.entries()) {
        const reply = await ask(theWorklet, { ...head, 'if-none-match': etag });
        expect(reply.status, `${one} ${other}`).toBe(one === other ? 304 : 200);
        expect(reply.headers.vary).toMatch(/accept-encoding/i);
        if (one === other) expect(reply.body.length).toBe(0);
      }
    }
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const [head, get] = [
        await ask(theModule, { 'accept-encoding': coding }, 'HEAD'),
        await ask(theModule, { 'accept-encoding': coding }),
      ];
      expect(head.body.length).toBe(0);
      for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary'])
        expect(head.headers[name], `${coding} ${name}`).toBe(get.headers[name]);
    }
  });

  it('sends a module with the content type that streaming compilation needs', async () => {
    for (const path of [theModule, theWorklet])
      expect((await ask(path, { 'accept-encoding': 'br' })).headers['content-type']).toBe('application/wasm');
  });
});

describe('responses that are not files', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  const both = { 'accept-encoding': 'br, gzip' };

  it('compresses the description of the API', async () => {
    const reply = await ask('/api/openapi.json', { 'accept-encoding': 'gzip' });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(String(gunzipSync(reply.body))).openapi).toBe('3.1.0');
  });

  it('does not compress events, which must not wait', async () => {
    const listener = await listen(await actor(app, 'user'), both);
    expect(listener.status).toBe(200);
    expect(listener.headers['content-encoding']).toBeUndefined();
    listener.close();
  });

  it('does not compress audio, which is already small and requested by ranges', async () => {
    const id = await track(app, await actor(app, 'user'));
    const { file } = await app.deps.db
      .selectFrom('tracks')
      .select('file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.alloc(100_000);
    await app.deps.blobs.put(file, bytes);
    const reply = await plainRequest(`${app.url}/audio/${file}`, both);
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, undefined]);
    expect(reply.body.equals(bytes)).toBe(true);
  });
});
