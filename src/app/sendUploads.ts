// Sends the uploads queued on this device; loads the outbox code first.
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
