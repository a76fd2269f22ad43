// The records of takes: one header each, one record per chunk. Times are seconds, `…At` are milliseconds since 1970,
// sizes bytes.
import { editKey } from '../lib/editNotes.ts';
import { answered, chunksOf, transact } from './database.ts';
import { StorageError } from './errors.ts';
import { isOurs } from './owner.ts';
import { type AudioReference, forgetEdit, takeReference } from './references.ts';
import { readSetting, writeSetting } from './settings.ts';

export interface Take {
  id: string;
  /** Account; records of a visitor and of earlier versions have none. */
  of?: string;
  /** As the recorder reported it, with parameters; empty when it reported none. */
  mimeType: string;
  startedAt: number;
  /** Null while recording, and for ever if the tab crashed. */
  finishedAt: number | null;
  /**
   * The take this one continues; its bytes come first. Files of one container may be concatenated: the engine
   * continues the timeline.
   */
  follows?: string | null;
  /**
   * Recorded time without pauses, by the clock, including the takes it continues; the decoder's count replaces it
   * later.
   */
  seconds: number;
  /** Including the takes it continues. */
  sizeBytes: number;
  /** Without the takes it continues. */
  chunks: number;
  /** Set by "Discard": hidden from every list at once, bytes deleted when the undo time ends. */
  discardedAt: number | null;
  /** Set once the server has confirmed an upload made from it. */
  publishedAt: number | null;
  /** When the user last chose to keep it. */
  keptAt?: number;
  /** The user's own name for it; never sent. */
  name?: string;
  /** The draft that plays it as one of its parts: deleted with it, and in no list of its own. */
  partOf?: AudioReference;
  /** Places that the user marked while recording, as `seconds`, ascending; never sent. */
  marks?: number[];
}

export interface ChunkRecord {
  takeId: string;
  index: number;
  bytes: ArrayBuffer;
  /** Length of the take up to the end of this chunk; missing in records of older versions. */
  seconds?: number;
}

/** Chunks read per transaction: bounds memory, keeps the page responsive. */
const READ_BATCH = 512;

/** Header of one take; undefined when the current account has none. */
async function findTake(takeId: string): Promise<Take | undefined> {
  const take = await transact(['takes'], 'readonly', (t) =>
    answered<Take | undefined>(t.objectStore('takes').get(takeId)),
  );
  return take && isOurs(take) ? take : undefined;
}

/** Header of one take; rejects with `not_found`. */
export async function takeById(takeId: string): Promise<Take> {
  const take = await findTake(takeId);
  if (!take) throw new StorageError('not_found');
  return take;
}

/** Of all accounts with data on this device. */
function allStoredTakes(): Promise<Take[]> {
  return transact(['takes'], 'readonly', (t) => answered<Take[]>(t.objectStore('takes').getAll()));
}

/** Of the current account. */
export const allTakes = async (): Promise<Take[]> => (await allStoredTakes()).filter(isOurs);

export async function putTake(take: Take): Promise<void> {
  await transact(['takes'], 'readwrite', (t) => void t.objectStore('takes').put(take), 'strict');
}

/** Changes the header of a take if it still exists. */
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
/** Takes whose last chunks the disk refused; in local storage, which has its own quota. */
const unsavedEnds = () => readSetting(UNSAVED, isIds, []);

/** Whether the disk refused the end of this take: if its page is closed, that end is lost. */
export const hasUnsavedEnd = (takeId: string): boolean => unsavedEnds().includes(takeId);

export function noteUnsavedEnd(takeId: string, isUnsaved: boolean): void {
  if (hasUnsavedEnd(takeId) === isUnsaved) return;
  const others = unsavedEnds().filter((id) => id !== takeId);
  writeSetting(UNSAVED, isUnsaved ? [...others, takeId] : others);
}

/** Removes a take, its chunks and the notes of its edit in one transaction. */
export async function deleteTake(takeId: string): Promise<void> {
  await transact([...PARTS_STORES], 'readwrite', async (t) => {
    removeTake(t, takeId);
    await forgetParts(t, takeReference(takeId));
  });
  noteUnsavedEnd(takeId, false);
}

function removeTake(t: IDBTransaction, takeId: string): void {
  forgetEdit(t, takeReference(takeId));
  t.objectStore('chunks').delete(chunksOf(takeId));
  t.objectStore('takes').delete(takeId);
}

/** The stores of `forgetParts`. */
export const PARTS_STORES = ['takes', 'chunks', 'files', 'notes'] as const;

/** Removes the notes of a draft and its parts. A recording that the draft does not play, since it was undone, stays as a draft. */
export async function forgetParts(t: IDBTransaction, draft: AudioReference): Promise<void> {
  const notes = t.objectStore('notes');
  const edit = await answered<StoredParts | undefined>(notes.get(editKey(draft)));
  const played = new Set(edit?.value?.present?.parts?.map(({ source }) => source));
  forgetEdit(t, draft);
  const takes = await answered<Take[]>(t.objectStore('takes').getAll());
  const parts = takes.filter(({ partOf }) => partOf === draft);
  const gone = withParts(
    parts.filter(({ id }) => played.has(takeReference(id))),
    takes,
  );
  const kept = withParts(
    takes.filter(({ id }) => !gone.has(id)),
    takes,
  );
  for (const id of gone) if (!kept.has(id)) removeTake(t, id);
  for (const { partOf, ...take } of parts) if (kept.has(take.id)) t.objectStore('takes').put(take);
  const files = await answered<StoredPart[]>(t.objectStore('files').getAll());
  for (const { id, partOf } of files) if (partOf === draft) t.objectStore('files').delete(id);
}

/** Their ids, and those of all takes that they continue. */
export function withParts(some: Iterable<{ id: string }>, takes: Take[]): Set<string> {
  const known = new Map(takes.map((take) => [take.id, take]));
  const all = new Set<string>();
  for (const { id } of some)
    for (let part: string | null = id; part; part = known.get(part)?.follows ?? null) all.add(part);
  return all;
}

interface StoredPart {
  id: string;
  partOf?: AudioReference;
}

/** What of the note of an edit names its parts. */
interface StoredParts {
  value?: { present?: { parts?: { source?: AudioReference }[] } };
}

/** The take and the takes it continues, first one first, back to one that is missing. Rejects with `not_found`. */
export async function chainOf(takeId: string): Promise<Take[]> {
  let first = await takeById(takeId);
  const chain = [first];
  while (first.follows) {
    const before = await findTake(first.follows);
    if (!before) break;
    chain.unshift(before);
    first = before;
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
