// The app's own files, which the service worker (`src/offline`) stores in this browser.

const KEPT = /^aural-(?:assets|version-)/;

/** Deletes the app: its service worker and its files. Recordings, stored data and shared files stay. */
export async function removeAppFiles(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  // Absent on pages without HTTPS.
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => KEPT.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
