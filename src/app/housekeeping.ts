// What the page does once it is quiet: sends what waited for the server, and lets go of old takes. Loaded late, so
// that nobody waits for it.
import { store } from './store.ts';

const QUIET_AFTER_MS = 4000;

/** Answers the stop. */
export function startHousekeeping(): () => void {
  const send = async () => {
    try {
      const { flushOutboxAtom } = await import('../features/publish/outbox.ts');
      await store.set(flushOutboxAtom);
    } catch (error) {
      console.warn('waiting uploads could not be sent', error);
    }
  };
  const timer = setTimeout(async () => {
    await send();
    try {
      const { sweepStorage } = await import('../storage/sweep.ts');
      await sweepStorage();
    } catch (error) {
      console.warn('old takes could not be swept', error);
    }
  }, QUIET_AFTER_MS);
  const online = () => void send();
  window.addEventListener('online', online);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', online);
  };
}
