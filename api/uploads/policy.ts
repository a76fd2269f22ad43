// Who may upload, and who sees and hears pending uploads.
import { isModerator, type Viewer } from '../action.ts';
import { REFUSED_AT_TIMES_HARD, UPLOAD_LIMITS } from '../contract/limits.ts';
import type { Env } from '../env.ts';
import { ApiError, rateLimited } from '../errors.ts';
import type { UploadFields } from './fields.ts';
import type { UploadCounts } from './rules.ts';
import type { Unfinished } from './transferStore.ts';

/**
 * Uploads per address block, four times as many per IPv6 site, because accounts are free and moderators must hear pending
 * uploads. Enough for twenty people at once behind one address, or 40 in a day.
 */
const FROM_ADDRESS = { per30Minutes: 20, perDay: 40 } as const;
const SITE_TIMES = 4;

/** Throws `rate_limited` with Retry-After. `factor` multiplies the limits. */
export function refuseAboveAddress(
  { fromAddress, fromSite }: Pick<UploadCounts, 'fromAddress' | 'fromSite'>,
  factor: number,
  now: number,
): void {
  for (const [counts, times] of [
    [fromAddress, factor],
    [fromSite, factor * SITE_TIMES],
  ] as const) {
    const isDayOver = counts.today >= FROM_ADDRESS.perDay * times;
    if (!isDayOver && counts.last30Minutes < FROM_ADDRESS.per30Minutes * times) continue;
    throw rateLimited(((isDayOver ? counts.dayEnds : counts.windowMoves) - now) / 1000, 'Too many uploads');
  }
}

/** Unfinished uploads per address block (of three people), four times as many per IPv6 site. */
const UNFINISHED = { count: 24, bytes: 256 * 1024 * 1024 } as const;
/** Largest share of the free room for one address block. */
const SHARE_OF_ROOM = 1 / 4;

/**
 * Throws `rate_limited` with Retry-After if this address block or site already holds its share. `room`: free bytes for all
 * plus those held by this address; null without a limit. One file always fits.
 */
export function refuseAboveShare(
  held: { unfinished: Unfinished; isSite: boolean },
  { bytes, isOpen, room, factor }: { bytes: number; isOpen: boolean; room: number | null; factor: number },
  now: number,
): void {
  const { unfinished, isSite } = held;
  const times = isSite ? factor * SITE_TIMES : factor;
  const shareOfRoom = room === null ? Number.POSITIVE_INFINITY : room * Math.min(1, SHARE_OF_ROOM * times);
  const share = Math.min(UNFINISHED.bytes * times, shareOfRoom);
  const others = unfinished.count - (isOpen ? 1 : 0);
  const isWithin = others < UNFINISHED.count * times && unfinished.bytes + bytes <= share;
  if (others === 0 || isWithin) return;
  const seconds = unfinished.idleAt === null ? 60 : (unfinished.idleAt - now) / 1000;
  throw rateLimited(seconds, 'Too many unfinished uploads come from this address');
}

/** Throws `rate_limited` with Retry-After from `REFUSED_AT_TIMES_HARD` times the hard tier. */
export function refuseAboveCeiling(counts: UploadCounts, now: number): void {
  const { hard } = UPLOAD_LIMITS;
  if (
    counts.last30Minutes >= REFUSED_AT_TIMES_HARD * hard.per30Minutes ||
    counts.today >= REFUSED_AT_TIMES_HARD * hard.perDay ||
    counts.audioMinutesToday >= REFUSED_AT_TIMES_HARD * hard.audioMinutesPerDay
  ) {
    throw rateLimited((counts.retryAt - now) / 1000, 'Too many uploads');
  }
}

/** Throws `identity_mismatch` if the fields name another account than the ticket. */
export function refuseOtherOwner(
  owner: { id: string; username: string },
  { userId, username }: Pick<UploadFields, 'userId' | 'username'>,
): void {
  if ((userId !== null && userId !== owner.id) || (username !== null && username !== owner.username)) {
    throw new ApiError('identity_mismatch', 'The upload belongs to another account than it names');
  }
}

/** Throws `quota_exceeded` or `storage_full`. `all` is null without a limit for the whole store. */
export function refuseAboveQuotas(
  held: { own: number; all: number | null },
  bytes: number,
  quotas: Pick<Env, 'accountQuotaBytes' | 'storeQuotaBytes'>,
): void {
  if (held.own + bytes > quotas.accountQuotaBytes) {
    throw new ApiError('quota_exceeded', 'Your account has no room for this recording; delete an older one');
  }
  const { storeQuotaBytes } = quotas;
  if (storeQuotaBytes !== null && held.all !== null && held.all + bytes > storeQuotaBytes) {
    throw new ApiError('storage_full', 'There is no room left on the server');
  }
}

/** The account whose pending uploads the viewer sees; null: all accounts. */
export const queueOf = (viewer: Viewer): string | null => (isModerator(viewer) ? null : viewer.accountId);

/** Pending audio is for its owner and for moderators. */
export const mayHearWaiting = (upload: { account_id: string }, viewer: Viewer): boolean =>
  upload.account_id === viewer.accountId || isModerator(viewer);
