// The fields of resumable uploads (contract/transfers.ts): structured integers and booleans (RFC 9651), limits, the
// interim answer, and the refusals the draft has problem types for. A field that cannot be read counts as absent.
import type { Context } from 'koa';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import {
  COMPLETE_HEADER,
  INTEROP_HEADER,
  INTEROP_VERSION,
  LENGTH_HEADER,
  LIMIT_HEADER,
  OFFSET_HEADER,
  UPLOAD_PROBLEMS,
} from '../contract/transfers.ts';
import type { TransferState } from '../contract/uploads.ts';
import { ApiError } from '../errors.ts';

/** At most the 15 digits of a structured integer. */
export function readInteger(ctx: Context, name: string): number | null {
  const text = ctx.get(name);
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** null when the caller does not speak of completeness. */
export function readComplete(ctx: Context): boolean | null {
  const text = ctx.get(COMPLETE_HEADER);
  return text === '?1' ? true : text === '?0' ? false : null;
}

const written = (isComplete: boolean) => (isComplete ? '?1' : '?0');

/** `secondsLeft`: until the transfer is removed; null for one that stays. */
const limits = (secondsLeft: number | null) =>
  `max-size=${AUDIO_MAX_BYTES}${secondsLeft === null ? '' : `, max-age=${secondsLeft}`}`;

/** What a client may plan with before it has a transfer. */
export function setLimits(ctx: Context, secondsLeft: number | null): void {
  ctx.set(LIMIT_HEADER, limits(secondsLeft));
}

/** A transfer is complete when its last byte has come, whoever says so. */
export function setState(ctx: Context, state: TransferState, now: number): void {
  const { offset, sizeBytes, expiresAt } = state;
  ctx.set(OFFSET_HEADER, String(offset));
  ctx.set(LENGTH_HEADER, String(sizeBytes));
  ctx.set(COMPLETE_HEADER, written(offset === sizeBytes));
  setLimits(ctx, expiresAt === null ? null : Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000)));
}

/**
 * Tells a client that names the same iteration of the draft where its transfer is, before the body has come: it can
 * resume when the answer is lost. There are none for progress: an offset is acknowledged once its bytes are durable.
 */
export function announce(ctx: Context, location: string, secondsLeft: number): void {
  if (ctx.get(INTEROP_HEADER) !== INTEROP_VERSION || ctx.req.httpVersionMinor === 0) return;
  // Node writes 100, 102 and 103 only. A response that has its socket is the one that is being answered.
  ctx.res.socket?.write(
    `HTTP/1.1 104 Upload Resumption Supported\r\n${INTEROP_HEADER}: ${INTEROP_VERSION}\r\n` +
      `Location: ${location}\r\n${LIMIT_HEADER}: ${limits(secondsLeft)}\r\n\r\n`,
  );
}

/** `provided`: what the caller took for the next byte. */
export const wrongOffset = (offset: number, provided: number) =>
  new ApiError('wrong_offset', `The next byte is ${offset}`, {
    headers: { [OFFSET_HEADER]: String(offset), [COMPLETE_HEADER]: written(false) },
    problem: { type: UPLOAD_PROBLEMS.wrong_offset, 'expected-offset': offset, 'provided-offset': provided },
  });

const completed = (offset: number) =>
  new ApiError('upload_completed', 'All bytes of this upload have come', {
    headers: { [OFFSET_HEADER]: String(offset), [COMPLETE_HEADER]: written(false) },
    problem: { type: UPLOAD_PROBLEMS.upload_completed },
  });

export const inconsistentLength = (size: number) =>
  new ApiError('upload_length_inconsistent', `This upload was announced with ${size} bytes`, {
    headers: { [COMPLETE_HEADER]: written(false) },
    problem: { type: UPLOAD_PROBLEMS.upload_length_inconsistent },
  });

export const tooLarge = (size: number) =>
  new ApiError('audio_too_large', `This upload was announced with ${size} bytes`, {
    headers: { [LIMIT_HEADER]: limits(null), [COMPLETE_HEADER]: written(false) },
  });

const announcesBody = (ctx: Context) =>
  ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;

/** Whether a body comes at all. Throws when its lengths contradict one another or the transfer's `size`. */
export function checkLengths(ctx: Context, offset: number, size: number): boolean {
  const hasBody = announcesBody(ctx);
  const known = ctx.get('Transfer-Encoding') === '' ? Number(ctx.get('Content-Length')) : null;
  const length = readInteger(ctx, LENGTH_HEADER);
  if (length !== null && length !== size) throw inconsistentLength(size);
  if (offset === size && hasBody) throw completed(offset);
  if (readComplete(ctx) === true && known !== null && offset + known !== size) throw inconsistentLength(size);
  if (known !== null && known > size - offset) throw tooLarge(size);
  return hasBody;
}
