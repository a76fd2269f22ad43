// What the page does once it is quiet: repairs what a page before left in a form nobody can keep, moves what an earlier
// version kept here, sends what waited for the server, lets go of old takes, and puts the app itself on this device. Loaded late, so that nobody waits for it.
import { hasInlineAudio } from '../storage/inlineAudio.ts';
import { hasOldKeys } from '../storage/oldKeys.ts';
import { sendUploads } from './sendUploads.ts';
import { store } from './store.ts';

const QUIET_AFTER_MS = 4000;
/** S1 §9. */
const REPAIR_AFTER_MS = 2000;

/** Answers the stop. */
export function startHousekeeping(): () => void {
  const repair = async () => {
    if (!hasInlineAudio()) return;
    const { keepInlineAudio } = await import('../storage/handoff.ts');
    await keepInlineAudio();
  };
  const repairTimer = setTimeout(() => {
    repair().catch((error: unknown) => console.warn('audio in the session could not be kept', error));
  }, REPAIR_AFTER_MS);
  let stopOffline = () => {};
  let isOver = false;
  const timer = setTimeout(async () => {
    try {
      const { startOffline } = await import('./offline.ts');
      if (!isOver) stopOffline = startOffline(store);
    } catch (error) {
      console.warn('the app could not be put on this device', error);
    }
    try {
      if (hasOldKeys()) await (await import('./migration.ts')).migrateOldData(store);
    } catch (error) {
      console.warn('what an earlier version kept here could not be moved', error);
    }
    await sendUploads();
    try {
      const { sweepStorage } = await import('../storage/sweep.ts');
      await sweepStorage();
    } catch (error) {
      console.warn('old takes could not be swept', error);
    }
  }, QUIET_AFTER_MS);
  const online = () => void sendUploads();
  window.addEventListener('online', online);
  return () => {
    isOver = true;
    stopOffline();
    clearTimeout(repairTimer);
    clearTimeout(timer);
    window.removeEventListener('online', online);
  };
}
