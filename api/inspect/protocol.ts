// Messages between the server and its inspection worker.
import type { CoreAnalysis } from './wasm.ts';

export interface InspectRequest {
  path: string;
}

export type InspectReply =
  | { ok: true; analysis: CoreAnalysis }
  /** `code` is the core's error name. */
  | { ok: false; code: string; message: string };
