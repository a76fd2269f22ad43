// Maps errors of the inspection to answers of the server.
import { AUDIO_MAX_SECONDS } from '../contract/limits.ts';
import { ApiError } from '../errors.ts';
import type { EngineErrorCode } from './wasm.ts';

/** Codes of the server itself, and a module of another build. */
type OwnCode = 'too_long' | 'system' | 'damaged' | 'core_mismatch';

export const stopped = (cause: unknown) =>
  new ApiError('busy', 'The file cannot be inspected at the moment', {
    headers: { 'Retry-After': '10' },
    cause,
  });

const unsupported = (message: string) =>
  new ApiError('audio_unsupported', `Not an audio format we play: ${message}`);
const damaged = (message: string) => new ApiError('audio_damaged', `The audio file is damaged: ${message}`);
const internal = (cause: string) => new ApiError('internal', 'The file could not be read', { cause });

const REFUSALS: Record<EngineErrorCode | OwnCode, (message: string) => ApiError> = {
  empty: () => new ApiError('audio_empty', 'The audio file is empty'),
  unsupported_format: unsupported,
  unsupported_codec: unsupported,
  no_audio: unsupported,
  limit_exceeded: damaged,
  invalid_argument: damaged,
  source_unreadable: internal,
  core_mismatch: internal,
  damaged,
  too_long: () => new ApiError('audio_too_long', `Audio may last ${AUDIO_MAX_SECONDS / 60} minutes`),
  system: (code) =>
    code === 'ENOSPC' || code === 'EDQUOT'
      ? new ApiError('storage_full', 'There is no room left on the server')
      : stopped(code),
};

/** `code`: name of the thrown error. An unknown one is a trap, which a damaged file causes. */
export function refusal(code: string, message: string): ApiError {
  const known = Object.hasOwn(REFUSALS, code) ? (code as keyof typeof REFUSALS) : 'damaged';
  return REFUSALS[known](message);
}
