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
