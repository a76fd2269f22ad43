// The service worker: the app opens without a network, on every route. It answers for the app's own files alone; what the
// server says, and audio, goes past it. Made into /sw.js by `build.mjs`.
import {
  type Build,
  dropOldVersions,
  fillCache,
  installVersion,
  keptDocument,
  keptFile,
} from './appCache.ts';

/** Of a page of the app: the app's document, whichever route. */
type Answering = 'page' | 'file' | 'shared' | 'network';

/** Paths of the server that a browser may open, and that are no page of the app. */
const SERVER = /^\/(?:api|audio|healthz|metrics|openapi)(?:[/.]|$)/;
const HAS_ENDING = /\.[^/.]*$/;

/** Where the system's share sheet sends a file (the manifest's `share_target`). */
const SHARE_PATH = '/upload';

interface Asked {
  method: string;
  /** Absolute. */
  url: string;
  mode: string;
  headers: { has(name: string): boolean };
}

/** `files`: paths of the app's files that are kept. */
function answering(
  { method, url, mode, headers }: Asked,
  origin: string,
  files: ReadonlySet<string>,
): Answering {
  const { origin: of, pathname } = new URL(url);
  if (of !== origin || headers.has('range')) return 'network';
  const isOpened = mode === 'navigate';
  if (method === 'POST' && isOpened && pathname === SHARE_PATH) return 'shared';
  if (method !== 'GET') return 'network';
  if (isOpened) return SERVER.test(pathname) || HAS_ENDING.test(pathname) ? 'network' : 'page';
  return files.has(pathname) || pathname.startsWith('/assets/') ? 'file' : 'network';
}

const CACHE = 'aural-shared';
const PATH = '/shared-audio';
/** Field of the manifest's `share_target`. */
const FIELD = 'audio';

/** Keeps the file of a shared form and answers the way to the share form, which says so where there was no room. */
async function keepShared(request: Request, shareForm: string): Promise<Response> {
  const file = (await request.formData().catch(() => null))?.get(FIELD);
  if (file instanceof File) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    try {
      await (await caches.open(CACHE)).put(PATH, new Response(file, { headers }));
    } catch {
      return Response.redirect(`${shareForm}?shared=no_room`, 303);
    }
  }
  return Response.redirect(`${shareForm}?shared`, 303);
}

/** Longer than a good line needs for a document of 2 kB, too short to be felt as waiting. */
const PATIENCE_MS = 400;

/** `fresh` is on its way already. */
async function openDocument(build: Build, path: string, fresh: Promise<Response>): Promise<Response> {
  const usable = fresh.then((answer) => (answer.status >= 500 ? undefined : answer)).catch(() => undefined);
  const kept = await keptDocument(build, path);
  if (!kept) return fresh;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return (await Promise.race([usable, late])) ?? kept;
}

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build. */
declare const BUILD: Build;

/** Once: every mention of the other name becomes the whole list. */
const build = BUILD;
const plain: ReadonlySet<string> = new Set(build.plain);
/** The first page has a document of its own, under each prefix. */
const HOME = /^\/(?:aural\/?)?$/;

self.addEventListener('install', (event) => {
  // Nothing an open page uses changes with a version: its files stay, under the names it knows.
  void self.skipWaiting();
  event.waitUntil(installVersion(build));
});

self.addEventListener('activate', (event) => {
  const begin = async () => {
    await self.registration.navigationPreload?.enable();
    await dropOldVersions(build).catch(() => undefined);
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

/** A page asks when it has nothing better to do. */
self.addEventListener('message', (event) => {
  if (event.data === 'fill') event.waitUntil(fillCache(build));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (answering(request, self.location.origin, plain)) {
    case 'page': {
      const document = HOME.test(new URL(request.url).pathname) ? '/index.html' : '/frame.html';
      const fresh = Promise.resolve(event.preloadResponse).then(
        (early: Response | undefined) => early ?? fetch(request),
      );
      event.respondWith(openDocument(build, document, fresh));
      event.waitUntil(fresh.catch(() => undefined));
      return;
    }
    case 'file':
      event.respondWith(keptFile(build, request, (work) => event.waitUntil(work)));
      return;
    case 'shared':
      event.respondWith(keepShared(request, SHARE_PATH));
      return;
    case 'network':
  }
});
