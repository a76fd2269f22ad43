// Background work once the page is idle: moves inline audio of an earlier page into the database, migrates data of an
// earlier version, reports a take that was cut off, sends the outbox, deletes old takes, checks the stored lists, and
// stores the app for offline use. Loaded late, so that it delays nothing.

import { leftTakeAtom } from '../state/leftTake.ts';
import { hasInlineAudio, hasOldKeys } from '../storage/leftovers.ts';
import { store } from './store.ts';

/** Sends the uploads queued on this device; loads the outbox code first. Never rejects. */
export async function sendUploads(): Promise<void> {
  try {
    const { flushOutboxAtom } = await import('../features/publish/outbox.ts');
    await store.set(flushOutboxAtom);
  } catch (error) {
    console.warn('waiting uploads could not be sent', error);
  }
}

/** Takes recordings that are gone by now out of the lists that this device stored before `since`, milliseconds since 1970. */
export function checkCopies(since = Date.now()): void {
  import('../state/changes.ts')
    .then(({ checkCopiesAtom }) => store.set(checkCopiesAtom, new Date(since).toISOString()))
    .catch((error: unknown) => console.info('the stored lists were not checked', error));
}

/** Nothing was loaded for this long: on a slow connection the first page comes first. */
const QUIET_MS = 2000;
/** Longest wait for a page that never stops loading: after a visit of five seconds recording works offline. */
const PATIENCE_MS = 4000;
const REPAIR_AFTER_MS = 2000;

/** Calls `work` once the page is idle. Returns a function that stops it. */
function whenQuiet(work: () => void): () => void {
  const end = performance.now() + PATIENCE_MS;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    loads.disconnect();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(
      () => {
        stop();
        work();
      },
      Math.min(QUIET_MS, Math.max(0, end - performance.now())),
    );
  };
  const loads = new PerformanceObserver(wait);
  loads.observe({ type: 'resource' });
  wait();
  return stop;
}

/** Returns a function that stops it. */
export function startHousekeeping(): () => void {
  const repair = async () => {
    if (!hasInlineAudio()) return;
    const { keepInlineAudio } = await import('../storage/handoff.ts');
    await keepInlineAudio();
  };
  const repairTimer = setTimeout(() => {
    repair().catch((error: unknown) => console.warn('audio in the session could not be stored', error));
  }, REPAIR_AFTER_MS);
  let stopOffline = () => {};
  let isOver = false;
  const stopWaiting = whenQuiet(async () => {
    try {
      const { startOffline } = await import('./offline.ts');
      if (!isOver) stopOffline = startOffline(store);
    } catch (error) {
      console.warn('the app could not be put on this device', error);
    }
    try {
      if (hasOldKeys()) await (await import('./migration.ts')).migrateOldData(store);
    } catch (error) {
      console.warn('data of an earlier version could not be moved', error);
    }
    try {
      const [cutOff] = await (await import('../storage/drafts.ts')).unfinishedTakes();
      if (cutOff && store.get(leftTakeAtom) === null)
        store.set(leftTakeAtom, { seconds: cutOff.seconds, how: 'cutOff' });
    } catch (error) {
      console.warn('could not search for takes that were cut off', error);
    }
    try {
      // A share that was interrupted: the record page lists the file.
      await (await import('../storage/sharedAudio.ts')).storeShared();
    } catch (error) {
      console.warn('a shared file could not be stored', error);
    }
    await sendUploads();
    checkCopies(performance.timeOrigin);
    try {
      const { sweepStorage } = await import('../storage/sweep.ts');
      await sweepStorage();
    } catch (error) {
      console.warn('old takes could not be swept', error);
    }
  });
  const online = () => void sendUploads();
  window.addEventListener('online', online);
  return () => {
    isOver = true;
    stopOffline();
    clearTimeout(repairTimer);
    stopWaiting();
    window.removeEventListener('online', online);
  };
}
