// Uploads that could not reach the server: kept with their bytes' reference until it confirms them (S1 §4,
// reliability.md finding 11). The client's upload id travels along, so a late send can never make a second track.
import { answered, transact } from './database.ts';
import type { AudioReference } from './handoff.ts';

export interface OutboxEntry {
  /** Client-made UUID, the idempotency key of K48. */
  uploadId: string;
  reference: AudioReference;
  /** The take or file it was cut from; let go of together with it. Null when it is its own source. */
  source: AudioReference | null;
  originalName: string;
  mimeType: string;
  sizeBytes: number;
  /** Seconds. */
  duration: number;
  title: string;
  description: string;
  gender: string;
  tags: string[];
  consentAt: string | null;
  /** ISO time. */
  createdAt: string;
}

export async function putOutbox(entry: OutboxEntry): Promise<void> {
  await transact(['outbox'], 'readwrite', (t) => void t.objectStore('outbox').put(entry), 'strict');
}

/** Oldest first. */
export async function listOutbox(): Promise<OutboxEntry[]> {
  const entries = await transact(['outbox'], 'readonly', (t) =>
    answered<OutboxEntry[]>(t.objectStore('outbox').getAll()),
  );
  return entries.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

export async function deleteOutbox(uploadId: string): Promise<void> {
  await transact(['outbox'], 'readwrite', (t) => void t.objectStore('outbox').delete(uploadId));
}

/**
 * Runs `send` in one page of this browser at a time; does nothing while another page is at it. What waits is listed
 * inside `send`, or it may be gone.
 */
export async function asOnlySender(send: () => Promise<void>): Promise<void> {
  // Without locks two pages may send the same; the upload key makes it one track.
  if (!navigator.locks) return send();
  await navigator.locks.request('aural-outbox', { ifAvailable: true }, async (lock) => {
    if (lock) await send();
  });
}
