// Messages between the server and its inspection worker.
import type { CompiledCore, CoreAnalysis, CoreRemux } from './wasm.ts';

export interface InspectRequest {
  path: string;
  /** Where the copy to serve is written; null when only looking. Must not exist. */
  cleanPath: string | null;
  /** Compiled once per process; each thread has an instance and a memory of its own. */
  module: CompiledCore;
}

/** Told before anything is decoded: a long sound in few bytes takes its time, too. */
export interface CountedAudio {
  counted: { seconds: number };
}

export type InspectReply =
  /** `remux` describes the file at `cleanPath`, null when none was written. */
  | { ok: true; analysis: CoreAnalysis; remux: CoreRemux | null }
  /** `code` is the core's error name, or `system` with the operating system's code as message. */
  | { ok: false; code: string; message: string };
