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
