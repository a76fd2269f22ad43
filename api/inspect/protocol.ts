// Messages between the server and its inspection worker.
import type { Analysis, CompiledCore, RemuxReport } from './wasm.ts';

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

/** The parts of the engine's analysis that the server measures and stores. */
export const MEASURED_PARTS = ['face', 'lufs', 'envelope', 'preview'] as const;
export type MeasuredPart = (typeof MEASURED_PARTS)[number];

export type InspectReply =
  /** `copy` describes the file at `cleanPath`, null when none was written; its `sha256` is lower-case hex. */
  | { ok: true; analysis: Analysis<MeasuredPart>; copy: { remux: RemuxReport; sha256: string } | null }
  /** `code` is the name of what was thrown (`refusals.ts`), or `system` with the operating system's code as message. */
  | { ok: false; code: string; message: string };
