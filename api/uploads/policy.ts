// Who may upload what, who sees what waits, and who hears it.
import { isModerator, type Viewer } from '../action.ts';
import { REFUSED_AT_TIMES_HARD, UPLOAD_LIMITS } from '../contract/limits.ts';
import type { Env } from '../env.ts';
import { ApiError, rateLimited } from '../errors.ts';
import type { UploadFields } from './fields.ts';
import type { UploadCounts } from './rules.ts';

/** Throws `rate_limited` with Retry-After from twice the hard tier on. */
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

/** Throws `identity_mismatch`: an upload belongs to the account of its ticket, whatever its fields say. */
export function refuseOtherOwner(
  owner: { id: string; username: string },
  { userId, username }: Pick<UploadFields, 'userId' | 'username'>,
): void {
  if ((userId !== null && userId !== owner.id) || (username !== null && username !== owner.username)) {
    throw new ApiError('identity_mismatch', 'The upload belongs to another account than it names');
  }
}

/** Throws `quota_exceeded` or `storage_full`. `all` is null where the store as a whole has no limit. */
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

/** Whose waiting uploads somebody sees: null means everybody's. */
export const queueOf = (viewer: Viewer): string | null => (isModerator(viewer) ? null : viewer.accountId);

/** Waiting audio is for its owner and for moderators. */
export const hearsWaiting = (upload: { account_id: string }, viewer: Viewer): boolean =>
  upload.account_id === viewer.accountId || isModerator(viewer);
