// The audio store's interface: a local disk or an S3 bucket. A blob's name is random and its bytes never change. Answers
// never reveal where it is stored, and nothing from a request becomes a path or a key.
// Files being received and copies for the engine are local (`temporary.ts`).
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';

/**
 * Call before writing the row that names a blob. Throws `store_unreachable` unless the store confirms all `size` bytes: the
 * client can send the upload again, but a row without bytes stays broken.
 */
export async function assertHeld(blobs: Pick<BlobStore, 'stat'>, name: string, size: number): Promise<void> {
  if ((await blobs.stat(name))?.size !== size)
    throw new ApiError('store_unreachable', 'The audio store does not hold what it took');
}

/**
 * Stores the spectral envelope of the audio blob `audio`. Returns its name, or null for an empty envelope. Durable when it
 * resolves. Removing the audio removes it; the sweep removes one that no row names.
 */
export async function keepEnvelope(
  blobs: Pick<BlobStore, 'put' | 'stat'>,
  audio: string,
  envelope: Uint8Array,
): Promise<string | null> {
  if (envelope.length === 0) return null;
  const name = envelopeName(audio);
  await blobs.put(name, envelope);
  await assertHeld(blobs, name, envelope.length);
  return name;
}

/** 128 random bits in hex and one of our extensions. */
export const BLOB_NAME = /^[0-9a-f]{32}\.(webm|m4a|ogg|mp3|aac|flac|wav)$/;

/** The spectral envelope of the audio with the same random bits. Another scale or other bands are another ending. */
export const ENVELOPE_NAME = /^[0-9a-f]{32}\.bands$/;

/** Blob of the envelope of an audio blob. */
export const envelopeName = (audio: string) => `${audio.slice(0, 32)}.bands`;

/** A random UUID in a small file of the store, which is no blob: whose audio this is. */
export const INSTALLATION_FILE = 'installation';

/** Audio or envelope. */
export const isBlobName = (name: string) => BLOB_NAME.test(name) || ENVELOPE_NAME.test(name);

/** A file received in pieces: 128 random bits, its own ending, so that no clean-up takes it for a leftover. */
export const TRANSFER_NAME = /^[0-9a-f]{32}\.resume$/;

export interface StoredBlob {
  size: number;
  /** Milliseconds since 1970, by the store's clock. */
  modifiedAt: number;
}

/** What has come of files that are received in pieces; `name` is `TRANSFER_NAME`. */
export interface PieceStore {
  /** Makes an empty one; rejects when there is one of this name. */
  begin(name: string): Promise<void>;
  /** Bytes that are durable, counted from the first; null when there is nothing of this name. */
  received(name: string): Promise<number | null>;
  /**
   * Adds what comes at `offset`, which is what `received` says; durable when it resolves. When `chunks` throws, what
   * has come until then is kept, and the same error rejects. At 0 a missing one begins anew.
   */
  append(name: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Forgets what came after the first `size` bytes. */
  cut(name: string, size: number): Promise<void>;
  /** The received bytes as a new file of this machine; it may share them with the store: move or read it only. */
  copyTo(name: string, path: string): Promise<void>;
  /** No error when it is already gone. */
  remove(name: string): Promise<void>;
  /** With the time something last came. */
  list(): AsyncIterable<{ name: string; modifiedAt: number }>;
}

export interface StoreState {
  /** Several requests have failed in a row; each further one is a try whether it is back. */
  isDown: boolean;
  /** Requests to another machine so far; empty for a disk. */
  requests: readonly { operation: string; outcome: string; count: number }[];
}

/** Blobs without a row, out of the way until it is certain that nobody needs them. Names are those of blobs. */
export interface Quarantine {
  /** Moves a blob here; audio without its envelope. No error when there is none of this name. */
  put(name: string): Promise<void>;
  /** Moves it back; a blob that is in its place stays as it is. No error when there is none of this name. */
  release(name: string): Promise<void>;
  /** Deletes it. No error when it is already gone. */
  remove(name: string): Promise<void>;
  /** With the time it was moved here, by the store's clock. */
  list(): AsyncIterable<{ name: string; movedAt: number }>;
}

export interface BlobStore {
  readonly pieces: PieceStore;
  readonly quarantine: Quarantine;
  /** Id of the installation that each store underneath belongs to; null where none has claimed it. */
  owners(): Promise<(string | null)[]>;
  /** Writes the id of the installation into every store underneath; durable when it resolves. */
  claim(installation: string): Promise<void>;
  /** Keeps a few bytes; durable under the name, whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Takes over a file of this machine, which is gone then; durable under the name, whole or not at all. */
  putFile(name: string, path: string): Promise<void>;
  /** null when it does not exist. */
  stat(name: string): Promise<StoredBlob | null>;
  /** The same, perhaps from memory: what has a name never changes. */
  known(name: string): Promise<StoredBlob | null>;
  /** Bytes `start … end` inclusive; resolves once they come. */
  read(name: string, start: number, end: number): Promise<Readable>;
  /** The same at once, for a range that is small enough to hold; rejects when the file ends before. */
  readWhole(name: string, start: number, end: number): Promise<Buffer>;
  /** A copy of its own as a new file of this machine. */
  copyTo(name: string, path: string): Promise<void>;
  /** A blob, audio with its envelope, or a file that is received in pieces. No error when it is already gone. */
  remove(name: string): Promise<void>;
  /** Names of all blobs, envelopes too; for the orphan sweep. */
  list(): AsyncIterable<string>;
  /** Ends what `putFile` began before (ms since 1970) and never completed; how many. */
  endUploads(before: number): Promise<number>;
  /** An address elsewhere that plays the blob for so long, whoever has it; null where there is none. */
  link(name: string, as: { mimeType: string; seconds: number }): Promise<string | null>;
  /** How the store does; it costs nothing to ask. */
  state(): StoreState;
  close(): void;
}
