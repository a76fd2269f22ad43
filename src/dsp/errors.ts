// What a DSP operation can fail with. Comlink keeps only an error's name, message and stack, so the
// worker sends the code as `name` and `client.ts` rebuilds the class.
import type { DspErrorCode } from './protocol.ts';

const CODES: Record<DspErrorCode, true> = {
  source_unreadable: true,
  empty: true,
  unsupported_format: true,
  unsupported_codec: true,
  no_audio: true,
  limit_exceeded: true,
  invalid_argument: true,
  core_mismatch: true,
  worker_failed: true,
};

/** A failed DSP operation; `code` is stable. */
export class DspError extends Error {
  override name = 'DspError';
  readonly code: DspErrorCode;

  constructor(code: DspErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether a worker broke, so that another may repeat the call; refusals of the engine are final. */
export const failedInWorker = (error: unknown): boolean =>
  error instanceof DspError && error.code === 'worker_failed';

/** Rebuilds the class from what crossed the worker border. A trap inside wasm becomes `worker_failed`. */
export function toDspError(thrown: unknown): DspError {
  if (thrown instanceof DspError) return thrown;
  if (thrown instanceof Error) {
    const code = thrown.name in CODES ? (thrown.name as DspErrorCode) : 'worker_failed';
    return new DspError(code, thrown.message);
  }
  return new DspError('worker_failed', String(thrown));
}
