// A file that another app shared with this one (the manifest's `share_target`): the service worker stores it, the
// share form takes it. The other side is `src/offline/worker.ts`.

const CACHE = 'aural-shared';
const PATH = '/shared-audio';

/** The file, once; null when none was shared, `no_room` when it could not be stored. Never rejects. */
export async function takeShared(): Promise<File | 'no_room' | null> {
  if (new URLSearchParams(window.location.search).get('shared') === 'no_room') return 'no_room';
  try {
    if (!(await caches.has(CACHE))) return null;
    const response = await (await caches.open(CACHE)).match(PATH);
    await caches.delete(CACHE);
    if (!response) return null;
    const type = response.headers.get('content-type') ?? '';
    const name = decodeURIComponent(response.headers.get('x-name') ?? '');
    return new File([await response.blob()], name, { type });
  } catch {
    return null;
  }
}

/** Deletes a shared file that the share form has not taken. Never rejects. */
export async function forgetShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}
