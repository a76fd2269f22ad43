// The inspector's interface and the messages of its worker. The engine judges a file by its bytes only, never by its name or
// declared type.
import type { Analysis, CompiledCore, Container, RemuxReport } from './wasm.ts';

export interface InspectRequest {
  path: string;
  /** Where to write the copy that is served; null for none. Must not exist. */
  cleanPath: string | null;
  /** Compiled once per process; each thread has an instance and a memory of its own. */
  module: CompiledCore;
}

/** Sent before anything is decoded: a long recording in few bytes needs a longer deadline. */
export interface CountedAudio {
  counted: { seconds: number };
}

/** The parts of the engine's analysis that the server measures and stores. */
export const MEASURED_PARTS = ['cover', 'lufs', 'envelope', 'preview'] as const;
type MeasuredPart = (typeof MEASURED_PARTS)[number];

export type InspectReply =
  /** `copy` describes the file at `cleanPath`, null when none was written; hashes are lower-case hex. */
  | {
      ok: true;
      analysis: Analysis<MeasuredPart>;
      copy: { remux: RemuxReport; sha256: string } | null;
    }
  /** `code` is the name of the thrown error (`refusal` in `pool.ts`), or `system` with the operating system's code as message. */
  | { ok: false; code: string; message: string };

export interface SmallCopyRequest {
  path: string;
  /** Must not exist. */
  smallPath: string;
  module: CompiledCore;
}

/** `code` and `message` as in `InspectReply`. */
export type SmallCopyReply = { ok: true } | { ok: false; code: string; message: string };

/** Container, codec and type are those of the copy, where one was made. */
export interface InspectedAudio
  extends Pick<Analysis<MeasuredPart>, 'container' | 'codec' | 'seconds' | 'damage' | MeasuredPart> {
  /** The type it is served with. */
  mimeType: string;
  /** Our extension for it, without a dot. */
  extension: string;
  /** The copy without metadata at `cleanPath`: its SHA-256, that of only its sound, and the names of the removed fields; null for none. */
  cleaned: { sha256: string; soundSha256: string; removed: string[] } | null;
  /** Container of the received file. */
  receivedContainer: Container;
}

export interface Inspector {
  /**
   * Reads the file in a sandboxed worker thread with a memory and a wall-clock limit.
   * With `cleanPath`, the audio is copied there packet by packet into a seekable file of exact length.
   * Callers take turns. `caller` is the owner of the file; leave it out for the server's own work.
   * Throws ApiError `audio_unsupported`, `audio_damaged`, `audio_too_long` or `busy`.
   */
  inspect(path: string, sizeBytes: number, cleanPath?: string, caller?: string): Promise<InspectedAudio>;
  /**
   * Writes the small copy of a recording of `seconds` to `smallPath`, which must not exist, in the same kind of thread and in the
   * server's own turn. Throws as `inspect` does.
   */
  shrink(path: string, seconds: number, smallPath: string): Promise<void>;
  /** Ends the workers; pending calls are refused with `busy`. */
  close(): Promise<void>;
}
