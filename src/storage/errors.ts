// Errors of the storage adapters. State switches on the code.

export type StorageErrorCode = 'storage_full' | 'storage_unavailable' | 'not_found';

/** Thrown by every function of `src/storage`; `cause` is the browser's own error. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Maps a browser error to ours: a full disk, or anything else; nothing is swallowed. */
export function storageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  return new StorageError(name === 'QuotaExceededError' ? 'storage_full' : 'storage_unavailable', cause);
}
