// Receives a file into a new temporary file, hashing and counting its bytes. On any error the temporary file is removed.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import type { File, StorageEngine } from '@koa/multer';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { ApiError } from '../errors.ts';
import { writeNewFile } from '../storage/newFile.ts';
import type { TemporaryFiles } from '../storage/temporary.ts';

export interface ReceivedFile {
  path: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** The first bytes, for a check before the inspection. */
  head: Buffer;
  originalName: string;
}

/** Length of `ReceivedFile.head`. */
export const HEAD_BYTES = 1024;

interface ReceiveOptions {
  temporary: TemporaryFiles;
  /** Called with the fields before the file, before anything is written. Rejecting refuses the upload. */
  beforeWriting(fieldsSoFar: Record<string, unknown>): Promise<void>;
  /** Called on a refusal at once; multer itself waits for the end of the body. */
  refused(error: unknown): void;
}

type HandleDone = (error: unknown, info?: ReceivedFile) => void;

export interface ReceivingStorage {
  engine: StorageEngine;
  /** Resolves when every started file is complete or removed. */
  settled(): Promise<void>;
}

export function receivingStorage({ temporary, beforeWriting, refused }: ReceiveOptions): ReceivingStorage {
  const begun: Promise<unknown>[] = [];
  async function receive(file: File & { stream: Readable }): Promise<ReceivedFile> {
    const path = temporary.path();
    const hash = createHash('sha256');
    const head: Buffer[] = [];
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
        size += chunk.length;
        if (size > AUDIO_MAX_BYTES) {
          done(new ApiError('audio_too_large', 'The file is larger than 50 MB'));
          return;
        }
        takeTurn(chunk.length, () => {
          hash.update(chunk);
          done(null, chunk);
        });
      },
    });
    await writeNewFile(path, file.stream, count);
    return {
      path,
      size,
      sha256: hash.digest('hex'),
      head: Buffer.concat(head),
      originalName: file.originalname,
    };
  }
  const engine = {
    _handleFile: (request: { body?: unknown }, file: File & { stream: Readable }, done: HandleDone) => {
      const received = beforeWriting(Object.assign({}, request.body) as Record<string, unknown>).then(() =>
        receive(file),
      );
      begun.push(received);
      received.then(
        (stored) => done(null, stored),
        (error) => {
          file.stream.resume();
          refused(error);
          done(error);
        },
      );
    },
    _removeFile: (_request: unknown, file: Partial<ReceivedFile>, done: (error: unknown) => void) => {
      if (file.path === undefined) return done(null);
      rm(file.path, { force: true }).then(() => done(null), done);
    },
  };
  // The published types lack the file's stream and custom results.
  return {
    engine: engine as unknown as StorageEngine,
    settled: async () => {
      await Promise.allSettled(begun);
    },
  };
}

// Limits the upload bytes per turn of the event loop: otherwise twenty concurrent uploads would fill each turn with megabytes
// to parse and hash, and delay listeners.

/** Half a millisecond of parsing, hashing and writing; a single upload is not slowed down. */
const BYTES_PER_TURN = 128 * 1024;

interface Waiting {
  bytes: number;
  go(): void;
}

/** In order of arrival; at most one piece per upload. */
const waiting: Waiting[] = [];
let taken = 0;
let isScheduled = false;

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(nextTurn);
}

function nextTurn(): void {
  isScheduled = false;
  taken = 0;
  for (let next = waiting[0]; next && hasRoom(next.bytes); next = waiting[0]) {
    waiting.shift();
    taken += next.bytes;
    next.go();
  }
  if (taken > 0) schedule();
}

/** A piece larger than a turn gets a turn of its own. */
const hasRoom = (bytes: number) => taken === 0 || taken + bytes <= BYTES_PER_TURN;

/** Calls `go` now or in a later turn, when `bytes` fit. Until then the sender is paused. */
export function takeTurn(bytes: number, go: () => void): void {
  if (waiting.length > 0 || !hasRoom(bytes)) {
    waiting.push({ bytes, go });
    schedule();
    return;
  }
  taken += bytes;
  schedule();
  go();
}
