// Takes the place of the service worker where the operator wants none (`OFFLINE_APP=off`): it drops what was kept of the
// app and leaves. Open pages go on; what they ask for from then on comes from the server.
import { dropEverything } from './appCache.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(dropEverything().finally(() => self.registration.unregister()));
});
