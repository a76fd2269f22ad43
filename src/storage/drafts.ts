// Takes: what the microphone gave, one IndexedDB record per chunk, so that a killed tab loses at most the
// chunk in flight (reliability.md §3). Nothing is rewritten while recording. Times are seconds, `…At` are
// milliseconds since 1970, sizes bytes.
import { newId } from '../lib/ids.ts';
import { answered, chunksOf, transact } from './database.ts';
import { StorageError } from './errors.ts';
import { forgetEdit, takeReference } from './references.ts';

export interface Take {
  id: string;
  /** As the recorder said it, parameters included; empty when it said nothing. */
  mimeType: string;
  startedAt: number;
  /** Null while it is being recorded, and for ever if the tab died. */
  finishedAt: number | null;
  /** Recorded time without pauses, by the clock; the decoder's count replaces it later. */
  seconds: number;
  sizeBytes: number;
  chunks: number;
  /** Set by "Discard": gone from every list, swept after a day, restorable until then. */
  discardedAt: number | null;
  /** Set once the server confirmed an upload made from it. */
  publishedAt: number | null;
}

interface ChunkRecord {
  takeId: string;
  index: number;
  bytes: ArrayBuffer;
}

/** Every n-th chunk is flushed to disk strictly, the others as the browser likes (power loss, not crash). */
const STRICT_EVERY = 10;
/** Chunks read per transaction while a take is put together: bounds memory, keeps the page responsive. */
const READ_BATCH = 512;
/** Finished takes are kept this long after recording (S1 §9), unless something still refers to them (K39). */
export const TAKE_KEEP_DAYS = 7;
const DAY_MS = 86_400_000;

const lockName = (takeId: string) => `aural-take-${takeId}`;

/** Appends to one take; calls may overlap, the order of calls is the order of bytes. */
export interface TakeWriter {
  readonly take: Take;
  /**
   * Empty chunks are accepted and ignored. Rejects when the disk refuses: the bytes then wait in memory and go
   * before the next chunk, so that the order on disk never has a hole.
   */
  append(chunk: Blob, seconds: number): Promise<void>;
  /** Bytes the disk has refused so far; they are part of `read`. */
  unsavedBytes(): number;
  /** The whole take, from disk and memory. */
  read(): Promise<Blob>;
  /** Closes the take after all appends settled; rejects while bytes are still unsaved. */
  finish(seconds: number): Promise<Take>;
  /** Lets go of the take without finishing it (it will be offered for recovery). */
  release(): void;
}

/** Starts a take and holds its tab lock, so that another tab never takes it for a crashed one. */
export async function openTake(mimeType: string, now: number = Date.now()): Promise<TakeWriter> {
  const take: Take = {
    id: newId(),
    mimeType,
    startedAt: now,
    finishedAt: null,
    seconds: 0,
    sizeBytes: 0,
    chunks: 0,
    discardedAt: null,
    publishedAt: null,
  };
  await transact(['takes'], 'readwrite', (t) => void t.objectStore('takes').put(take), 'strict');
  const release = holdLock(take.id);
  let queue: Promise<void> = Promise.resolve();

  const waiting: ArrayBuffer[] = [];
  const write = async (chunk: Blob, seconds: number) => {
    const bytes = await chunk.arrayBuffer();
    if (bytes.byteLength > 0) waiting.push(bytes);
    take.seconds = seconds;
    await flush();
  };
  const flush = async () => {
    while (waiting[0]) {
      const record: ChunkRecord = { takeId: take.id, index: take.chunks, bytes: waiting[0] };
      // The header is not touched here: count and size are rebuilt from the records after a crash.
      await transact(
        ['chunks'],
        'readwrite',
        (t) => void t.objectStore('chunks').put(record),
        take.chunks % STRICT_EVERY === 0 ? 'strict' : 'relaxed',
      );
      waiting.shift();
      take.chunks += 1;
      take.sizeBytes += record.bytes.byteLength;
    }
  };

  return {
    take,
    append(chunk, seconds) {
      const written = queue.then(() => write(chunk, seconds));
      queue = written.catch(() => undefined);
      return written;
    },
    unsavedBytes: () => waiting.reduce((sum, bytes) => sum + bytes.byteLength, 0),
    async read() {
      await queue;
      return new Blob([await readTake(take.id), ...waiting], { type: take.mimeType });
    },
    async finish(seconds) {
      await queue;
      await flush();
      take.seconds = seconds;
      take.finishedAt = Date.now();
      await transact(['takes'], 'readwrite', (t) => void t.objectStore('takes').put(take), 'strict');
      release();
      return { ...take };
    },
    release,
  };
}

function holdLock(takeId: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Web Locks are missing only where IndexedDB is the single-tab kind of old; then there is nothing to tell apart.
  void navigator.locks?.request(lockName(takeId), () => held).catch(() => undefined);
  return () => release();
}

/** Takes worth showing, newest first: finished, not discarded, not yet published. */
export async function listTakes(): Promise<Take[]> {
  const takes = await allTakes();
  return takes
    .filter((take) => take.finishedAt !== null && take.discardedAt === null && take.publishedAt === null)
    .sort((a, b) => b.startedAt - a.startedAt);
}

/**
 * Takes whose tab died: not finished, not discarded, and not being recorded in any tab. Their size and chunk
 * count are counted from the records. Takes without a single byte are removed on the way.
 */
export async function unfinishedTakes(): Promise<Take[]> {
  const open = (await allTakes()).filter((take) => take.finishedAt === null && take.discardedAt === null);
  if (open.length === 0) return [];
  const held = new Set((await navigator.locks?.query())?.held?.map((lock) => lock.name));
  const found: Take[] = [];
  for (const take of open) {
    if (held.has(lockName(take.id))) continue;
    const counted = await countChunks(take);
    if (counted.chunks > 0) found.push(counted);
    else await deleteTake(take.id);
  }
  return found.sort((a, b) => b.startedAt - a.startedAt);
}

/** Marks a crashed take as finished so that it behaves like any other. */
export async function recoverTake(takeId: string): Promise<Take> {
  const take = await countChunks(await takeById(takeId));
  const finished: Take = { ...take, finishedAt: Date.now() };
  await transact(['takes'], 'readwrite', (t) => void t.objectStore('takes').put(finished), 'strict');
  return finished;
}

/** Header of one take; rejects with `not_found`. */
export async function takeById(takeId: string): Promise<Take> {
  const take = await transact(['takes'], 'readonly', (t) =>
    answered<Take | undefined>(t.objectStore('takes').get(takeId)),
  );
  if (!take) throw new StorageError('not_found');
  return take;
}

/** All bytes of a take as one Blob; the parts go to the browser's blob store batch by batch. */
export async function readTake(takeId: string): Promise<Blob> {
  const take = await takeById(takeId);
  const parts: Blob[] = [];
  let next = 0;
  for (;;) {
    const range = IDBKeyRange.bound([takeId, next], [takeId, next + READ_BATCH - 1]);
    const batch = await transact(['chunks'], 'readonly', (t) =>
      answered<ChunkRecord[]>(t.objectStore('chunks').getAll(range)),
    );
    if (batch.length > 0) parts.push(new Blob(batch.map((record) => record.bytes)));
    if (batch.length < READ_BATCH) break;
    next += READ_BATCH;
  }
  return new Blob(parts, { type: take.mimeType });
}

/** Hides a take at once; `restoreTake` undoes it until the daily sweep. */
export const discardTake = (takeId: string) => mark(takeId, { discardedAt: Date.now() });
export const restoreTake = (takeId: string) => mark(takeId, { discardedAt: null });
/** After the server confirmed: the bytes go with the next sweep. */
export const markPublished = (takeId: string) => mark(takeId, { publishedAt: Date.now() });

async function mark(takeId: string, fields: Partial<Take>): Promise<void> {
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

/** Removes a take, its chunks and what is noted of its edit in one transaction. */
export async function deleteTake(takeId: string): Promise<void> {
  await transact(['takes', 'chunks', 'notes'], 'readwrite', (t) => {
    forgetEdit(t, takeReference(takeId));
    t.objectStore('chunks').delete(chunksOf(takeId));
    t.objectStore('takes').delete(takeId);
  });
}

/**
 * Removes what nobody needs: takes discarded or published a day ago, and finished takes older than 7 days that
 * `inUse` does not name. A take that never reached "finished" is never removed unasked (R8).
 */
export async function sweepTakes(inUse: ReadonlySet<string>, now: number = Date.now()): Promise<string[]> {
  const removed: string[] = [];
  for (const take of await allTakes()) {
    const done = take.discardedAt ?? take.publishedAt;
    const old = take.finishedAt !== null && now - take.finishedAt > TAKE_KEEP_DAYS * DAY_MS;
    if (inUse.has(take.id)) continue;
    if ((done !== null && now - done > DAY_MS) || old) {
      await deleteTake(take.id);
      removed.push(take.id);
    }
  }
  return removed;
}

function allTakes(): Promise<Take[]> {
  return transact(['takes'], 'readonly', (t) => answered<Take[]>(t.objectStore('takes').getAll()));
}

/** Rebuilds count and size from the records, one batch at a time. */
async function countChunks(take: Take): Promise<Take> {
  let chunks = 0;
  let sizeBytes = 0;
  for (;;) {
    const range = IDBKeyRange.bound([take.id, chunks], [take.id, chunks + READ_BATCH - 1]);
    const batch = await transact(['chunks'], 'readonly', (t) =>
      answered<ChunkRecord[]>(t.objectStore('chunks').getAll(range)),
    );
    chunks += batch.length;
    sizeBytes += batch.reduce((sum, record) => sum + record.bytes.byteLength, 0);
    if (batch.length < READ_BATCH) return { ...take, chunks, sizeBytes };
  }
}
