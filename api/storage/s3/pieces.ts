// Files received in pieces in a bucket. Each stretch of bytes is an object named by its first and last byte, so any process
// can receive the next without a lock. Stretches overlap when a client resumes elsewhere while its old connection is
// still open; both hold the same bytes, and the hash of the whole file is checked at the end.
import { Readable } from 'node:stream';
import { type PieceStore, TRANSFER_NAME } from '../blobs.ts';
import { writeNewFile } from '../newFile.ts';
import type { Objects } from './objects.ts';

/** Chunks of a body are collected in memory up to this size or age, then written as one object. */
const STRETCH_BYTES = 2 * 1024 * 1024;
const MAX_PENDING_MS = 5_000;

const DUE = Symbol('due');

/**
 * Calls `keep` for each stretch in order. When `chunks` throws, the bytes received so far are stored first; when `keep` throws,
 * the remaining chunks are discarded.
 */
async function gathered(
  chunks: AsyncIterable<Uint8Array>,
  keep: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  let pending: Uint8Array[] = [];
  let size = 0;
  let due = 0;
  const flush = async () => {
    const bytes = Buffer.concat(pending);
    pending = [];
    size = 0;
    if (bytes.length > 0) await keep(bytes);
  };
  const nextOf = () => {
    const next = source.next();
    // Looked at later, or never when `keep` has failed meanwhile.
    next.catch(() => {});
    return next;
  };
  let next = nextOf();
  let failure: { error: unknown } | null = null;
  try {
    for (;;) {
      const step = size === 0 ? await next : await inTime(next, due);
      if (step === DUE) {
        await flush();
        continue;
      }
      if (step.done) break;
      if (size === 0) due = Date.now() + MAX_PENDING_MS;
      pending.push(step.value);
      size += step.value.length;
      if (size >= STRETCH_BYTES) await flush();
      next = nextOf();
    }
  } catch (error) {
    failure = { error };
  }
  try {
    await flush();
  } finally {
    if (failure) await source.return?.();
  }
  if (failure) throw failure.error;
}

async function inTime<T>(step: Promise<T>, due: number): Promise<T | typeof DUE> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<typeof DUE>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, due - Date.now()), DUE);
  });
  try {
    return await Promise.race([step, waited]);
  } finally {
    clearTimeout(timer);
  }
}

const FOLDER = 'pieces/';
const BEGUN = 'begun';
const DIGITS = 12;

interface Stretch {
  key: string;
  from: number;
  /** The byte after its last one. */
  to: number;
}

const written = (byte: number) => String(byte).padStart(DIGITS, '0');

function folderOf(name: string): string {
  if (!TRANSFER_NAME.test(name)) throw new Error('not a transfer name');
  return `${FOLDER}${name}/`;
}

/** The stretches that together are the file, each with the byte from which it is needed. */
function chain(stretches: readonly Stretch[]): (Stretch & { at: number })[] {
  const found: (Stretch & { at: number })[] = [];
  for (let at = 0; ; ) {
    const fitting = stretches.filter(({ from, to }) => from <= at && to > at);
    const next = fitting.reduce<Stretch | null>(
      (best, each) => (best && best.to >= each.to ? best : each),
      null,
    );
    if (!next) return found;
    found.push({ ...next, at });
    at = next.to;
  }
}

export function s3Pieces(objects: Objects): PieceStore {
  /** null when there is nothing of this name. */
  async function stretchesOf(name: string): Promise<Stretch[] | null> {
    const folder = folderOf(name);
    const stretches: Stretch[] = [];
    let isThere = false;
    for await (const { key } of objects.list(folder)) {
      isThere = true;
      const range = /^(\d+)-(\d+)$/.exec(key.slice(folder.length));
      if (range) stretches.push({ key, from: Number(range[1]), to: Number(range[2]) });
    }
    return isThere ? stretches : null;
  }
  const putStretch = (name: string, from: number, bytes: Uint8Array) =>
    objects.put(`${folderOf(name)}${written(from)}-${written(from + bytes.length)}`, bytes);
  const received = async (name: string) => {
    const stretches = await stretchesOf(name);
    return stretches && (chain(stretches).at(-1)?.to ?? 0);
  };
  async function* bytesOf(name: string): AsyncGenerator<Buffer> {
    const stretches = await stretchesOf(name);
    if (!stretches) throw new Error('there is nothing of this name');
    for (const { key, from, to, at } of chain(stretches)) {
      yield* (await objects.read(key, at - from, to - from - 1)) as AsyncIterable<Buffer>;
    }
  }
  return {
    begin: async (name) => {
      if ((await received(name)) !== null) throw new Error('there is one of this name');
      await objects.put(folderOf(name) + BEGUN, new Uint8Array(0));
    },
    received,
    append: async (name, offset, chunks) => {
      let at = offset;
      await gathered(chunks, async (bytes) => {
        await putStretch(name, at, bytes);
        at += bytes.length;
      });
    },
    cut: async (name, size) => {
      for (const { key, from, to } of (await stretchesOf(name)) ?? []) {
        if (to <= size) continue;
        if (from < size) {
          const parts: Buffer[] = [];
          for await (const chunk of await objects.read(key, 0, size - from - 1)) parts.push(chunk as Buffer);
          await putStretch(name, from, Buffer.concat(parts));
        }
        await objects.remove(key);
      }
    },
    copyTo: (name, path) => writeNewFile(path, Readable.from(bytesOf(name))),
    remove: async (name) => {
      for await (const { key } of objects.list(folderOf(name))) await objects.remove(key);
    },
    list: async function* () {
      let last = { name: '', modifiedAt: 0 };
      for await (const { key, modifiedAt } of objects.list(FOLDER)) {
        const name = key.slice(FOLDER.length).split('/')[0] ?? '';
        if (!TRANSFER_NAME.test(name)) continue;
        if (last.name !== name) {
          if (last.name !== '') yield last;
          last = { name, modifiedAt: 0 };
        }
        last.modifiedAt = Math.max(last.modifiedAt, modifiedAt);
      }
      if (last.name !== '') yield last;
    },
  };
}
