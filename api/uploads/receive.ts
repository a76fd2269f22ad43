// Receiving a file: written to a temporary file that must be new, hashed and counted as it comes.
// Whatever goes wrong, the temporary file is gone.
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
  /** The first bytes, for the look before the engine is asked. */
  head: Buffer;
  originalName: string;
}

/** What `ReceivedFile.head` holds. */
export const HEAD_BYTES = 1024;

interface ReceiveOptions {
  temporary: TemporaryFiles;
  /**
   * Called before the first byte is written, with the fields that came before the file. Rejecting refuses
   * the upload while nothing is on the disk.
   */
  beforeWriting(fieldsSoFar: Record<string, unknown>): Promise<void>;
  /** Told of a refusal at once; multer itself first waits for the end of the body. */
  refused(error: unknown): void;
}

type HandleDone = (error: unknown, info?: ReceivedFile) => void;

export interface ReceivingStorage {
  engine: StorageEngine;
  /** Resolves when every file begun is either complete or gone. */
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
  // The published types know neither the file's stream nor results of one's own.
  return {
    engine: engine as unknown as StorageEngine,
    settled: async () => {
      await Promise.allSettled(begun);
    },
  };
}

// Bytes of uploads in turns of the event loop: twenty people who send at once would otherwise fill every turn with
// megabytes to parse and hash, and who listens would wait behind them.

/** Half a millisecond of parsing, hashing and writing; one upload alone is not slowed down. */
const BYTES_PER_TURN = 128 * 1024;

interface Waiting {
  bytes: number;
  go(): void;
}

/** In the order they came: every upload has one piece at most here. */
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

/** A piece larger than a turn has one of its own. */
const hasRoom = (bytes: number) => taken === 0 || taken + bytes <= BYTES_PER_TURN;

/** Calls `go` at once or in a later turn, when `bytes` more may be worked on; until then the sender is held back. */
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
