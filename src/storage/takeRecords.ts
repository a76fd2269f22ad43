// The records of takes: one header each, one record per chunk. Times are seconds, `…At` are milliseconds since 1970,
// sizes bytes.
import { answered, chunksOf, transact } from './database.ts';
import { StorageError } from './errors.ts';
import { isOurs } from './owner.ts';
import { forgetEdit, takeReference } from './references.ts';
import { readSetting, writeSetting } from './settings.ts';

export interface Take {
  id: string;
  /** Account; records of a visitor and of earlier versions have none. */
  of?: string;
  /** As the recorder said it, parameters included; empty when it said nothing. */
  mimeType: string;
  startedAt: number;
  /** Null while it is being recorded, and for ever if the tab died. */
  finishedAt: number | null;
  /**
   * The take this one goes on from; its bytes come first. Files of one container may stand one behind the other: the
   * engine carries the timeline on.
   */
  follows?: string | null;
  /** Recorded time without pauses, by the clock, with what it follows; the decoder's count replaces it later. */
  seconds: number;
  /** With what it follows. */
  sizeBytes: number;
  /** Own chunks alone. */
  chunks: number;
  /** Set by "Discard": gone from every list at once, its bytes go when the time for undoing is over. */
  discardedAt: number | null;
  /** Set once the server confirmed an upload made from it. */
  publishedAt: number | null;
  /** When a person last said that it stays. */
  keptAt?: number;
}

export interface ChunkRecord {
  takeId: string;
  index: number;
  bytes: ArrayBuffer;
  /** Length of the take up to its end; missing in what older versions wrote. */
  seconds?: number;
}

/** Chunks read per transaction while a take is put together: bounds memory, keeps the page responsive. */
const READ_BATCH = 512;

/** Header of one take; rejects with `not_found`. */
export async function takeById(takeId: string): Promise<Take> {
  const take = await transact(['takes'], 'readonly', (t) =>
    answered<Take | undefined>(t.objectStore('takes').get(takeId)),
  );
  if (!take || !isOurs(take)) throw new StorageError('not_found');
  return take;
}

/** Of every account that has something on this device. */
function allStoredTakes(): Promise<Take[]> {
  return transact(['takes'], 'readonly', (t) => answered<Take[]>(t.objectStore('takes').getAll()));
}

/** Of the account that is here. */
export const allTakes = async (): Promise<Take[]> => (await allStoredTakes()).filter(isOurs);

export async function putTake(take: Take): Promise<void> {
  await transact(['takes'], 'readwrite', (t) => void t.objectStore('takes').put(take), 'strict');
}

/** Changes the header of a take that is still there. */
export async function markTake(takeId: string, fields: Partial<Take>): Promise<void> {
  await transact(
    ['takes'],
    'readwrite',
    async (t) => {
      const store = t.objectStore('takes');
      const take = await answered<Take | undefined>(store.get(takeId));
      if (take) store.put({ ...take, ...fields });
    },
    'strict',
  );
}

const UNSAVED = 'takesWithUnsavedEnd';
const isIds = (value: unknown): value is string[] => Array.isArray(value);
/** Takes whose last chunks the disk refused; in local storage, which has room of its own. */
const unsavedEnds = () => readSetting(UNSAVED, isIds, []);

/** Whether the disk refused the end of this take: where its page is gone, that end is, too. */
export const hasUnsavedEnd = (takeId: string): boolean => unsavedEnds().includes(takeId);

export function noteUnsavedEnd(takeId: string, isUnsaved: boolean): void {
  if (hasUnsavedEnd(takeId) === isUnsaved) return;
  const others = unsavedEnds().filter((id) => id !== takeId);
  writeSetting(UNSAVED, isUnsaved ? [...others, takeId] : others);
}

/** Removes a take, its chunks and what is noted of its edit in one transaction. */
export async function deleteTake(takeId: string): Promise<void> {
  await transact(['takes', 'chunks', 'notes'], 'readwrite', (t) => {
    forgetEdit(t, takeReference(takeId));
    t.objectStore('chunks').delete(chunksOf(takeId));
    t.objectStore('takes').delete(takeId);
  });
  noteUnsavedEnd(takeId, false);
}

/** The take and all it goes on from, first one first. Rejects with `not_found`. */
export async function chainOf(takeId: string): Promise<Take[]> {
  const chain: Take[] = [];
  for (let id: string | null = takeId; id; ) {
    const take: Take = await takeById(id);
    chain.unshift(take);
    id = take.follows ?? null;
  }
  return chain;
}

/** Own chunks of a take, batch by batch. */
export async function* chunkBatches(takeId: string): AsyncGenerator<ChunkRecord[]> {
  for (let next = 0; ; next += READ_BATCH) {
    const range = IDBKeyRange.bound([takeId, next], [takeId, next + READ_BATCH - 1]);
    const batch = await transact(['chunks'], 'readonly', (t) =>
      answered<ChunkRecord[]>(t.objectStore('chunks').getAll(range)),
    );
    if (batch.length > 0) yield batch;
    if (batch.length < READ_BATCH) return;
  }
}
