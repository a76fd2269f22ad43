// Copies of lists for use without the server; bounded, and deleted when the account changes.
import { answered, transact } from './database.ts';
import { ownerHere } from './owner.ts';

/** Increase it when a row's shape changes; older copies are ignored. */
const VERSION = 1;
/** Number of stored lists; the oldest are deleted. A list's first page has about 20 kB. */
const MAX_COPIES = 40;

export interface Copy {
  /** Names the list. */
  key: string;
  /** ISO time of the answer it was taken from. */
  takenAt: string;
  /** `ID ROLE` of the viewer, whose reactions the rows carry; empty for a visitor. */
  of: string;
  rows: unknown[];
}

type Stored = Copy & { version: number };

/** Of this version, and stored by a visitor or by the current account. */
const isReadable = ({ version, of }: Stored) =>
  version === VERSION && (of === '' || of.split(' ')[0] === ownerHere());

export async function writeCopy(copy: Copy): Promise<void> {
  const stored: Stored = { ...copy, version: VERSION };
  await transact(['copies'], 'readwrite', async (t) => {
    const store = t.objectStore('copies');
    store.put(stored);
    const all = await answered<Stored[]>(store.getAll());
    const oldest = all.sort((a, b) => b.takenAt.localeCompare(a.takenAt)).slice(MAX_COPIES);
    for (const { key } of oldest) store.delete(key);
  });
}

/** Null when there is none, or it is of an older version of the app. */
export async function readCopy(key: string): Promise<Copy | null> {
  const copy = await transact(['copies'], 'readonly', (t) =>
    answered<Stored | undefined>(t.objectStore('copies').get(key)),
  );
  return copy && isReadable(copy) ? copy : null;
}

/** Copies of all lists of an action (`getTracks`), newest first. */
export async function readCopiesOf(action: string): Promise<Copy[]> {
  const all = await transact(['copies'], 'readonly', (t) =>
    answered<Stored[]>(t.objectStore('copies').getAll()),
  );
  return all
    .filter((copy) => isReadable(copy) && copy.key.startsWith(`${action} `))
    .sort((a, b) => b.takenAt.localeCompare(a.takenAt));
}

/** Ids of the recordings in lists that were stored before this ISO time. */
export async function storedTrackIds(before: string): Promise<string[]> {
  const copies = (await readCopiesOf('getTracks')).filter(({ takenAt }) => takenAt < before);
  return [...new Set(copies.flatMap(({ rows }) => (rows as { id: string }[]).map(({ id }) => id)))];
}

/**
 * Brings the copies up to what the server answered `of` about these recordings. One without a row is gone, and so is what
 * the copies hold about it: comments, news.
 */
export async function renewTracks(
  ids: readonly string[],
  answer: readonly { id: string }[],
  of: string | null,
): Promise<void> {
  const fresh = new Map(answer.map((row) => [row.id, row]));
  const gone = new Set(ids.filter((id) => !fresh.has(id)));
  const isGone = ({ id, trackId }: { id?: string; trackId?: string | null }) =>
    gone.has(id ?? '') || gone.has(trackId ?? '');
  await transact(['copies'], 'readwrite', async (t) => {
    const store = t.objectStore('copies');
    for (const copy of await answered<Stored[]>(store.getAll())) {
      if ([...gone].some((id) => copy.key.includes(id))) {
        store.delete(copy.key);
        continue;
      }
      // Rows carry the reactions of their viewer.
      const isRenewed = copy.of === of && copy.key.startsWith('getTracks ');
      const known = copy.rows as { id: string; trackId?: string }[];
      const rows = known.filter((row) => !isGone(row)).map((row) => (isRenewed && fresh.get(row.id)) || row);
      if (rows.some((row, index) => row !== known[index]) || rows.length < known.length)
        store.put({ ...copy, rows });
    }
  });
}

/** Deletes the copies of other accounts; those of a visitor stay. */
export async function keepCopiesOf(of: string): Promise<void> {
  await transact(['copies'], 'readwrite', async (t) => {
    const store = t.objectStore('copies');
    for (const copy of await answered<Stored[]>(store.getAll())) {
      if (copy.of !== '' && copy.of !== of) store.delete(copy.key);
    }
  });
}

/** Deletes all copies. */
export async function clearCopies(): Promise<void> {
  await transact(['copies'], 'readwrite', (t) => void t.objectStore('copies').clear());
}
