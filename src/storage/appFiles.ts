// The app itself as the service worker (`src/offline`) keeps it in this browser.

const KEPT = /^aural-(?:assets|version-)/;

/** Lets go of the app: its service worker leaves, and its files. What was recorded, saved or shared stays. */
export async function removeAppFiles(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  // Where a page is not served safely there is no such store.
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => KEPT.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
