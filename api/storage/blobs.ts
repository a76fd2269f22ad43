// The audio store's interface: a local disk or an S3 bucket. A blob's name is random and its bytes never change. Answers
// never reveal where it is stored, and nothing from a request becomes a path or a key.
// Files being received and copies for the engine are local (`temporary.ts`).
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';

/**
 * Call before writing the row that names a blob. Throws `store_unreachable` unless the store confirms all `size` bytes: the
 * client can send the upload again, but a row without bytes stays broken.
 */
export async function assertStored(
  blobs: Pick<BlobStore, 'stat'>,
  name: string,
  size: number,
): Promise<void> {
  if ((await blobs.stat(name))?.size !== size)
    throw new ApiError('store_unreachable', 'The audio store does not hold what it took');
}

/**
 * Stores the spectral envelope of the audio blob `audio`. Returns its name, or null for an empty envelope. Durable when it
 * resolves. Removing the audio removes it; the sweep removes one that no row names.
 */
export async function storeEnvelope(
  blobs: Pick<BlobStore, 'put' | 'stat'>,
  audio: string,
  envelope: Uint8Array,
): Promise<string | null> {
  if (envelope.length === 0) return null;
  const name = envelopeName(audio);
  await blobs.put(name, envelope);
  await assertStored(blobs, name, envelope.length);
  return name;
}

/** 128 random bits in hex and one of our extensions. */
export const BLOB_NAME = /^[0-9a-f]{32}\.(webm|m4a|ogg|mp3|aac|flac|wav)$/;

/** The spectral envelope of the audio with the same random bits. Another scale or other bands are another ending. */
export const ENVELOPE_NAME = /^[0-9a-f]{32}\.bands$/;

/** Name of the envelope of an audio blob. */
export const envelopeName = (audio: string) => `${audio.slice(0, 32)}.bands`;

/** The small copy of the audio with the same random bits. Another rate or codec is another ending. */
export const SMALL_NAME = /^[0-9a-f]{32}\.small\.mp3$/;

/** MIME type of small copies. */
export const SMALL_TYPE = 'audio/mpeg';

/** Name of the small copy of an audio blob. */
export const smallName = (audio: string) => `${audio.slice(0, 32)}.small.mp3`;

/** Blobs that were made from this blob: removing it removes them. None for a name that is not one of audio. */
export const madeFrom = (name: string): string[] =>
  BLOB_NAME.test(name) ? [envelopeName(name), smallName(name)] : [];

/** A small file of the store, not a blob: the UUID of the installation that owns it. */
export const INSTALLATION_FILE = 'installation';

/** Audio, or made from it. */
export const isBlobName = (name: string) =>
  BLOB_NAME.test(name) || ENVELOPE_NAME.test(name) || SMALL_NAME.test(name);

/** A file received in pieces: 128 random bits and an ending of its own, so that no clean-up deletes it. */
export const TRANSFER_NAME = /^[0-9a-f]{32}\.resume$/;

export interface StoredBlob {
  size: number;
  /** Milliseconds since 1970, by the store's clock. */
  modifiedAt: number;
}

/** Files received in pieces; `name` matches `TRANSFER_NAME`. */
export interface PieceStore {
  /** Creates an empty file; rejects when the name exists. */
  begin(name: string): Promise<void>;
  /** Number of durable bytes from the start; null when the name does not exist. */
  received(name: string): Promise<number | null>;
  /**
   * Appends `chunks` at `offset`, which must equal `received`; durable when it resolves. When `chunks` throws, the bytes so far
   * stay and the error is rethrown. At offset 0 a missing file is created.
   */
  append(name: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Truncates to `size` bytes. */
  cut(name: string, size: number): Promise<void>;
  /** Copies the bytes to a new local file, which may be a hard link: only move or read it. */
  copyTo(name: string, path: string): Promise<void>;
  /** No error when it is already gone. */
  remove(name: string): Promise<void>;
  /** With the time of the last append. */
  list(): AsyncIterable<{ name: string; modifiedAt: number }>;
}

export interface StoreState {
  /** Several requests in a row have failed. */
  isDown: boolean;
  /** Number of requests so far; empty for a disk. */
  requests: readonly { operation: string; outcome: string; count: number }[];
}

/** Blobs without a row, which are deleted later. */
export interface Quarantine {
  /** Moves a blob here; audio without what was made from it. Ignores a missing one. */
  put(name: string): Promise<void>;
  /** Moves a blob back, unless there is one in its place. Ignores a missing one. */
  release(name: string): Promise<void>;
  /** Deletes a blob. Ignores a missing one. */
  remove(name: string): Promise<void>;
  /** With the time of the move, by the store's clock. */
  list(): AsyncIterable<{ name: string; movedAt: number }>;
}

export interface BlobStore {
  readonly pieces: PieceStore;
  readonly quarantine: Quarantine;
  /** The installation that owns each underlying store; null for none. */
  owners(): Promise<(string | null)[]>;
  /** Writes the id of the installation into every underlying store; durable when it resolves. */
  claim(installation: string): Promise<void>;
  /** Stores a few bytes; durable and atomic. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Moves a local file into the store; durable and atomic. */
  putFile(name: string, path: string): Promise<void>;
  /** Null when it does not exist. */
  stat(name: string): Promise<StoredBlob | null>;
  /** The same, possibly cached: blobs never change. */
  known(name: string): Promise<StoredBlob | null>;
  /** Bytes `start … end` inclusive; resolves with the first ones. */
  read(name: string, start: number, end: number): Promise<Readable>;
  /** The same in memory, for small ranges; rejects when the file is shorter. */
  readWhole(name: string, start: number, end: number): Promise<Buffer>;
  /** Copies the blob to a new local file. */
  copyTo(name: string, path: string): Promise<void>;
  /** Deletes a blob (audio with what was made from it) or a file received in pieces. Ignores a missing one. */
  remove(name: string): Promise<void>;
  /** Names of all blobs; for the orphan sweep. */
  list(): AsyncIterable<string>;
  /** Aborts calls of `putFile` that began before (ms since 1970) and never completed. Returns how many. */
  endUploads(before: number): Promise<number>;
  /** A link of the store that plays the blob for this long, for anyone who has it; null if the store has none. */
  link(name: string, as: { mimeType: string; seconds: number }): Promise<string | null>;
  /** The state of the store, without a request. */
  state(): StoreState;
  close(): void;
}
