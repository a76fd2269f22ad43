// Writes and uploads that wait for the server. Each entry is sent with its id, so a repeat after a lost answer has no
// effect.
import { answered, transact } from './database.ts';
import { isOurs } from './owner.ts';
import type { AudioReference } from './references.ts';

/** Entries of a lane are sent in order; lanes are independent. */
export type Lane = 'writes' | 'uploads';

export interface OutboxEntry<Body = unknown> {
  /** UUID made here: the idempotency key of a write, the upload key of an upload. */
  id: string;
  lane: Lane;
  /** Name of the action. */
  action: string;
  body: Body;
  /** Account that made it; null when the browser knew none. */
  of: string | null;
  /** Milliseconds since 1970; also the order. */
  at: number;
  /** When it was first sent; null when it never was. */
  triedAt: number | null;
  /** Earliest time to send, milliseconds since 1970: until then the user may undo it. */
  notBefore?: number;
  /** Audio on this device that it still needs. */
  keeps: AudioReference[];
}

/** Adds an entry, or replaces the one with this id. */
export async function putOutbox(entry: OutboxEntry): Promise<void> {
  await transact(['writes'], 'readwrite', (t) => void t.objectStore('writes').put(entry), 'strict');
}

/** An upload of a guest whose session is lost: its ticket leads back to that guest. */
const isOfGuest = ({ lane, body }: OutboxEntry) =>
  lane === 'uploads' && (body as { byGuest?: boolean } | null)?.byGuest === true;

/** Entries of the current account, oldest first; of all lanes when none is named. */
export async function listOutbox(lane?: Lane): Promise<OutboxEntry[]> {
  const entries = await transact(['writes'], 'readonly', (t) =>
    answered<OutboxEntry[]>(t.objectStore('writes').getAll()),
  );
  return entries
    .filter((entry) => (lane === undefined || entry.lane === lane) && (isOurs(entry) || isOfGuest(entry)))
    .sort((a, b) => a.at - b.at);
}

export async function deleteOutbox(id: string): Promise<void> {
  await transact(['writes'], 'readwrite', (t) => void t.objectStore('writes').delete(id));
}

/**
 * Runs `send` for a lane, for one upload or for moving old data, in one page of this browser at a time; answers false
 * at once while another page runs it. List the entries inside `send`; a list made earlier may be stale.
 */
export async function asOnlySender(
  what: Lane | `upload-${string}` | 'migration',
  send: () => Promise<void>,
): Promise<boolean> {
  // Without locks two pages may send the same entry; the server recognises its id.
  if (!navigator.locks) {
    await send();
    return true;
  }
  return navigator.locks.request(`aural-outbox-${what}`, { ifAvailable: true }, async (lock) => {
    if (lock) await send();
    return lock !== null;
  });
}
