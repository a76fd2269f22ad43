// A file that another app shared with this one (the manifest's `share_target`): the service worker keeps it in a cache
// and opens the editor. The other side is `src/offline/worker.ts`.
import { putFile } from './files.ts';

const CACHE = 'aural-shared';
const PATH = '/shared-audio';

const query = () => new URLSearchParams(window.location.search).get('shared');

/** The share form was opened because the service worker had no room for the file. */
export const hadNoRoom = (): boolean => query() === 'no_room';

interface SharedAudio {
  file: File;
  /** Of the stored file; null when the disk is full: then the cache keeps it, for the next start. */
  id: string | null;
}

let storing: Promise<SharedAudio | null> | undefined;

/** Stores the shared file like a picked one, once; null when there is none. Never rejects. */
export function storeShared(): Promise<SharedAudio | null> {
  storing ??= moveShared()
    .catch(() => null)
    .finally(() => {
      storing = undefined;
    });
  return storing;
}

/** The same, where the service worker opened this page for it. */
export const takeShared = async (): Promise<SharedAudio | null> => (query() === null ? null : storeShared());

async function moveShared(): Promise<SharedAudio | null> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return null;
  const response = await (await caches.open(CACHE)).match(PATH);
  if (!response) return null;
  const type = response.headers.get('content-type') ?? '';
  const name = decodeURIComponent(response.headers.get('x-name') ?? '');
  const file = new File([await response.blob()], name, { type });
  const stored = await putFile(file, name).catch(() => null);
  if (stored) await forgetShared();
  return { file, id: stored?.id ?? null };
}

/** Deletes a shared file that was not stored. Never rejects. */
export async function forgetShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}
