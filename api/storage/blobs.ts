// Audio bytes behind one interface. A blob's name is random and its path is made from it here and nowhere
// else; nothing a caller sent ever becomes a path.
import type { Readable } from 'node:stream';

/** 128 random bits in hex and one of our extensions. */
export const BLOB_NAME = /^[0-9a-f]{32}\.(webm|m4a|ogg|mp3|aac|flac|wav)$/;

/** The spectral envelope of the audio with the same random bits. Another scale or other bands are another ending. */
export const ENVELOPE_NAME = /^[0-9a-f]{32}\.bands$/;

/** Blob of the envelope of an audio blob. */
export const envelopeName = (audio: string) => `${audio.slice(0, 32)}.bands`;

/** A file received in pieces: 128 random bits, its own ending, so that no clean-up takes it for a leftover. */
export const TRANSFER_NAME = /^[0-9a-f]{32}\.resume$/;

export interface StoredBlob {
  size: number;
  modifiedAt: number;
}

export interface BlobStore {
  /** Where uploads are written while they are received; on the same volume as the blobs. */
  readonly temporaryDirectory: string;
  /** A path in the temporary directory that nobody else uses. */
  temporaryPath(): string;
  /** Path of a file that is received in pieces; `name` is `TRANSFER_NAME`. */
  transferPath(name: string): string;
  /** fsync, rename into place, fsync of the folder: durable when it returns. The temporary file is gone. */
  adopt(temporaryPath: string, name: string): Promise<void>;
  /** null when it does not exist. */
  stat(name: string): Promise<StoredBlob | null>;
  /** Bytes `start … end` inclusive. */
  read(name: string, start: number, end: number): Readable;
  /** The same at once, for a range that is small enough to hold; rejects when the file ends before. */
  readWhole(name: string, start: number, end: number): Promise<Buffer>;
  /** A path the engine's worker may read. */
  pathOf(name: string): string;
  /** A blob, audio with its envelope, or a file that is received in pieces. No error when it is already gone. */
  remove(name: string): Promise<void>;
  /** Names of all blobs, envelopes too; for the orphan sweep. */
  list(): AsyncIterable<string>;
  /** Free bytes on the volume. */
  freeBytes(): Promise<number>;
}
