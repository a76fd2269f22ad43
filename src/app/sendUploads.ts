// Sends the recordings that wait on this device; their room is loaded for it.
import { store } from './store.ts';

/** Never rejects. */
export async function sendUploads(): Promise<void> {
  try {
    const { flushOutboxAtom } = await import('../features/publish/outbox.ts');
    await store.set(flushOutboxAtom);
  } catch (error) {
    console.warn('waiting uploads could not be sent', error);
  }
}
