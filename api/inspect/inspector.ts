// What the server wants to know of a received file. The engine answers from the bytes alone: neither the
// name nor the declared type is looked at.
import type { MeasuredPart } from './protocol.ts';
import type { Analysis, Container } from './wasm.ts';

/** Container, codec and type are those of the copy, where one was made. */
export interface InspectedAudio
  extends Pick<Analysis<MeasuredPart>, 'container' | 'codec' | 'seconds' | 'damage' | MeasuredPart> {
  /** The type it is served with. */
  mimeType: string;
  /** Our extension for it, without a dot. */
  extension: string;
  /** The copy of the sound alone that was written to `cleanPath`: its SHA-256 and the metadata it left out; or null. */
  cleaned: { sha256: string; removed: string[] } | null;
  /** The container as it came in. */
  receivedContainer: Container;
}

export interface Inspector {
  /**
   * Reads the file in a sandboxed worker thread with a memory and a wall-clock limit.
   * With `cleanPath`, what sounds is copied there packet by packet into a seekable file of exact length.
   * Callers take turns: `caller` names whose file it is, the server's own work without one.
   * Throws ApiError `audio_unsupported`, `audio_damaged`, `audio_too_long` or `busy`.
   */
  inspect(path: string, sizeBytes: number, cleanPath?: string, caller?: string): Promise<InspectedAudio>;
  /** Ends the workers; pending calls are refused with `busy`. */
  close(): Promise<void>;
}
