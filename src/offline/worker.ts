// The service worker: every route of the app opens without a network. It serves only the app's own files, never API
// answers or audio. `build.mjs` makes it /sw.js.
import {
  type Build,
  cachedDocument,
  cachedFile,
  dropOldVersions,
  fillCache,
  installVersion,
} from './appCache.ts';

/** `page`: the app's document, on every route. */
type Answering = 'page' | 'file' | 'shared' | 'network';

/** Paths of the server that a browser may open and that are no pages of the app. */
const SERVER = /^\/(?:api|audio|healthz|metrics|openapi)(?:[/.]|$)/;
const HAS_ENDING = /\.[^/.]*$/;

/** Where the system's share sheet sends a file (the manifest's `share_target`), and what opens with it. */
const SHARE_PATH = '/upload';
const EDITOR_PATH = '/audio-editor';

interface Asked {
  method: string;
  /** Absolute. */
  url: string;
  mode: string;
  headers: { has(name: string): boolean };
}

/** `files`: paths of the app's stored files. */
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

/** Stores the file of a shared form and opens the editor with it, or the share form, which reports a full disk. */
async function keepShared(request: Request): Promise<Response> {
  const file = (await request.formData().catch(() => null))?.get(FIELD);
  if (file instanceof File) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    try {
      await (await caches.open(CACHE)).put(PATH, new Response(file, { headers }));
    } catch {
      return Response.redirect(`${SHARE_PATH}?shared=no_room`, 303);
    }
  }
  return Response.redirect(`${EDITOR_PATH}?shared`, 303);
}

/** Longer than a good connection needs for a document of 2 kB, too short to be noticed. */
const PATIENCE_MS = 400;

/** `fresh` is already loading. */
async function openDocument(build: Build, path: string, fresh: Promise<Response>): Promise<Response> {
  const usable = fresh.then((answer) => (answer.status >= 500 ? undefined : answer)).catch(() => undefined);
  const cached = await cachedDocument(build, path);
  if (!cached) return fresh;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return (await Promise.race([usable, late])) ?? cached;
}

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const BUILD: Build;

/** Only one mention: the build replaces each mention of `BUILD` with the whole list. */
const build = BUILD;
const plain: ReadonlySet<string> = new Set(build.plain);
/** The first page has a document of its own, under each prefix. */
const HOME = /^\/(?:aural\/?)?$/;

self.addEventListener('install', (event) => {
  // A new version changes nothing that an open page uses: its files stay, under the same names.
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

/** A page asks when it is idle. */
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
      event.respondWith(cachedFile(build, request, (work) => event.waitUntil(work)));
      return;
    case 'shared':
      event.respondWith(keepShared(request));
      return;
    case 'network':
  }
});
