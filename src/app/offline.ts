// Stores the app on this device, and reports a newer version. Loaded late.
import type { createStore } from 'jotai/vanilla';
import { keepsAppAtom, newVersionAtom } from '../state/offlineApp.ts';

const WORKER = '/sw.js';
const CHECK_EVERY_MS = 30 * 60_000;

/** With data saver on, only the page's own requests are loaded. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Whether the stored version has another script than this page. */
async function isOlderThanStored(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const names = await caches.keys();
  const newest = names.filter((name) => name.startsWith('aural-version-')).at(-1);
  if (!script || newest === undefined) return false;
  const page = await (await caches.open(newest)).match('/index.html');
  return page !== undefined && !(await page.text()).includes(new URL(script.src).pathname);
}

type Store = ReturnType<typeof createStore>;

/**
 * Stores the app on this device as long as the operator allows it. Returns a function that stops it. Without service
 * workers (an older browser, no HTTPS) nothing happens.
 */
export function startOffline(store: Store): () => void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return () => {};
  let stop = () => {};
  const follow = () => {
    stop();
    stop = () => {};
    if (store.get(keepsAppAtom)) stop = storeApp(store, serviceWorker);
    else removeAppFiles().catch((error: unknown) => console.warn('the app could not be removed', error));
  };
  const leave = store.sub(keepsAppAtom, follow);
  follow();
  return () => {
    leave();
    stop();
  };
}

function storeApp(store: Store, serviceWorker: ServiceWorkerContainer): () => void {
  const fill = () => {
    if (!savesData()) serviceWorker.controller?.postMessage('fill');
  };
  const onControl = () => {
    fill();
    isOlderThanStored().then(
      (isOlder) => isOlder && store.set(newVersionAtom, true),
      () => undefined,
    );
  };
  const checkForUpdate = () => {
    if (document.visibilityState !== 'visible') return;
    void serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  };
  serviceWorker.addEventListener('controllerchange', onControl);
  document.addEventListener('visibilitychange', checkForUpdate);
  const timer = setInterval(checkForUpdate, CHECK_EVERY_MS);
  serviceWorker.register(WORKER, { scope: '/' }).then(onControl, (error: unknown) => {
    console.warn('the app is not stored on this device', error);
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', checkForUpdate);
    serviceWorker.removeEventListener('controllerchange', onControl);
  };
}

/** Caches of the service worker (`src/offline`). */
const APP_CACHES = /^aural-(?:assets|version-)/;

/** Deletes the app from this browser: its service worker and its files. Recordings, stored data and shared files stay. */
async function removeAppFiles(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  // Absent on pages without HTTPS.
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => APP_CACHES.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
