// Writes a take during recording: one IndexedDB record per chunk, so that a crashed tab loses at most the current
// chunk. Recording rewrites no chunk.
import { newId } from '../lib/ids.ts';
import { transact } from './database.ts';
import { ownerOfNew } from './owner.ts';
import { type ChunkRecord, markTake, noteUnsavedEnd, putTake, type Take, takeById } from './takeRecords.ts';
import { holdTake } from './takeTabs.ts';

/**
 * Every n-th chunk is flushed to disk strictly, the others at the browser's pace (a power loss may lose those, a
 * crash does not).
 */
const STRICT_EVERY = 10;
/** Containers whose pieces have numbers or times: two pieces with the same bytes are one, delivered twice. */
const NUMBERED = /^(audio|video)\/(webm|mp4)/;

/** Appends to one take; calls may overlap, their order is the order of bytes. */
export interface TakeWriter {
  readonly take: Take;
  /**
   * `seconds` is the length of this recording so far. Ignores empty chunks and a chunk that repeats the previous one.
   * Rejects when the disk refuses: the bytes then wait in memory and are written before the next chunk, so that the
   * order on disk has no hole.
   */
  append(chunk: Blob, seconds: number): Promise<void>;
  /**
   * Marks this place; on disk once it resolves, with the chunks before it. Rejects when the disk refuses: the mark is
   * then written with the next chunk.
   */
  mark(seconds: number): Promise<void>;
  /** Closes the take after all appends settled; rejects while bytes are unsaved. */
  finish(seconds: number): Promise<Take>;
  /** Releases the take without finishing it; the app will offer to recover it. */
  release(): void;
}

export interface NewTake {
  /** A finished take that this one continues; same container. */
  follows?: Take | null;
  now?: number;
}

/** Starts a take and holds its tab lock, so that no other tab treats it as crashed. */
export async function openTake(
  mimeType: string,
  { follows = null, now = Date.now() }: NewTake = {},
): Promise<TakeWriter> {
  // Another tab may have deleted it: then this recording continues none.
  const before = follows && (await takeById(follows.id).catch(() => null));
  const take: Take = {
    id: newId(),
    of: ownerOfNew(),
    mimeType,
    startedAt: now,
    finishedAt: null,
    follows: before?.id ?? null,
    seconds: before?.seconds ?? 0,
    sizeBytes: before?.sizeBytes ?? 0,
    chunks: 0,
    discardedAt: null,
    publishedAt: null,
    ...(before?.name ? { name: before.name } : {}),
    ...(before?.marks ? { marks: before.marks } : {}),
  };
  const secondsBefore = take.seconds;
  // Before its record: other tabs delete a record that nobody holds and that has no bytes yet.
  const release = holdTake(take.id);
  await putTake(take).catch((error: unknown) => {
    release();
    throw error;
  });
  let queue: Promise<void> = Promise.resolve();
  let last: ArrayBuffer | null = null;

  const waiting: { bytes: ArrayBuffer; seconds: number }[] = [];
  let isMarkWaiting = false;
  const write = async (chunk: Blob, seconds: number) => {
    const bytes = await chunk.arrayBuffer();
    take.seconds = secondsBefore + seconds;
    const repeated = last !== null && NUMBERED.test(mimeType) && haveSameBytes(bytes, last);
    if (bytes.byteLength > 0 && !repeated) {
      last = bytes;
      waiting.push({ bytes, seconds: take.seconds });
    }
    await flush().then(
      () => noteUnsavedEnd(take.id, false),
      (error: unknown) => {
        noteUnsavedEnd(take.id, true);
        throw error;
      },
    );
  };
  const enqueue = (work: () => Promise<void>) => {
    const written = queue.then(work);
    queue = written.catch(() => undefined);
    return written;
  };
  const flush = async () => {
    while (waiting[0]) {
      const record: ChunkRecord = { takeId: take.id, index: take.chunks, ...waiting[0] };
      // The header stays unchanged: count and size are rebuilt from the records after a crash.
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
    const { marks } = take;
    if (!isMarkWaiting || !marks) return;
    await markTake(take.id, { marks });
    isMarkWaiting = false;
  };

  return {
    take,
    append: (chunk, seconds) => enqueue(() => write(chunk, seconds)),
    mark: (seconds) =>
      enqueue(() => {
        take.marks = [...(take.marks ?? []), secondsBefore + seconds];
        isMarkWaiting = true;
        return flush();
      }),
    async finish(seconds) {
      await queue;
      await flush();
      take.seconds = secondsBefore + seconds;
      take.finishedAt = Date.now();
      await putTake(take);
      noteUnsavedEnd(take.id, false);
      release();
      return { ...take };
    },
    release,
  };
}

/** Cheap: two chunks rarely have the same length. */
function haveSameBytes(a: ArrayBuffer, b: ArrayBuffer): boolean {
  if (a.byteLength !== b.byteLength) return false;
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, index) => byte === right[index]);
}

/** Asks the browser not to evict our data under pressure; true when it agreed. Never rejects. */
export async function keepStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/**
 * Bytes that this origin may still write, as the browser estimates; null where it gives no estimate. Never rejects.
 */
export async function freeBytes(): Promise<number | null> {
  const guess = await navigator.storage?.estimate?.().catch(() => null);
  return guess?.quota === undefined ? null : guess.quota - (guess.usage ?? 0);
}
