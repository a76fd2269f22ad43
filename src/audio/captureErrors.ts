// Why a recording could not start, continue or end.

export type CaptureErrorCode =
  | 'unsupported'
  | 'insecure'
  | 'denied'
  | 'no_device'
  | 'in_use'
  | 'init_failed'
  | 'start_failed'
  | 'pause_failed'
  | 'resume_failed'
  | 'stop_failed'
  | 'cancel_failed'
  | 'recorder_error';

export class CaptureError extends Error {
  override name = 'CaptureError';
  readonly code: CaptureErrorCode;

  constructor(code: CaptureErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Maps a browser's refusal of the microphone to a code. */
export function microphoneRefusal(error: unknown): CaptureErrorCode {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no_device';
  if (name === 'NotReadableError' || name === 'AbortError') return 'in_use';
  return 'init_failed';
}
