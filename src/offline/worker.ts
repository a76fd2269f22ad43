// The service worker: the app opens without a network, on every route. It answers for the app's own files alone; what the
// server says, and audio, goes past it. Made into /sw.js by `build.mjs`.
import { openDocument } from './documents.ts';
import { answering, SHARE_PATH } from './requests.ts';
import { keepShared } from './sharedAudio.ts';
import { type Build, dropOldVersions, fillShelf, installVersion, keptFile } from './shelf.ts';

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
  if (event.data === 'fill') event.waitUntil(fillShelf(build));
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
