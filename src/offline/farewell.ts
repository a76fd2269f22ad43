// Replaces the service worker if the operator turned it off (`OFFLINE_APP=off`): it deletes the app's stored files
// and unregisters. Open pages continue; their later requests go to the server.
import { dropEverything } from './appCache.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(dropEverything().finally(() => self.registration.unregister()));
});
