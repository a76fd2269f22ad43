// Who sees reports, and who may appeal.
import { isModerator, type Viewer } from '../action.ts';
import { ApiError, forbidden } from '../errors.ts';
import { isAppealed, isUrgent } from './rules.ts';

/** Only moderators see reports. */
export const seesReports = (viewer: Viewer): boolean => isModerator(viewer);

interface Appealable {
  appeal: string | null;
  appeal_outcome: string | null;
  /** Null without an owner who can appeal. */
  appeal_until: number | null;
}

/** Whether the owner still needs the decision: to appeal it, or to read the answer. */
const isNeeded = (report: Appealable, now: number): boolean =>
  isAppealed(report) ||
  (report.appeal === null && report.appeal_until !== null && now <= report.appeal_until);

/**
 * Throws `conflict`: moderators delete decided reports once no appeal is open or possible; admins also undecided ones, except
 * urgent ones.
 */
export function refuseUndecided(
  report: Appealable & { status: string; category: string | null },
  viewer: Viewer,
  now: number,
): void {
  const isDecided = report.status === 'resolved' && !isNeeded(report, now);
  if (isDecided || (viewer.role === 'admin' && report.status !== 'resolved' && !isUrgent(report.category)))
    return;
  throw new ApiError('conflict', 'Decide this report before you delete it');
}

interface Decided {
  reported_id: string | null;
  owner_notified: 0 | 1;
}

/** Throws `forbidden`: only the owner of the removed content may appeal. */
export function refuseForeignAppeal(report: Decided | undefined, viewer: Viewer): asserts report is Decided {
  if (report?.owner_notified !== 1 || report.reported_id !== viewer.accountId)
    throw forbidden('This decision is about another account');
}

/** Throws `forbidden`: only the owner of the rejected upload may appeal. */
export function refuseForeignRejection<Upload extends { account_id: string }>(
  upload: Upload | undefined,
  viewer: Viewer,
): asserts upload is Upload {
  if (upload?.account_id !== viewer.accountId) throw forbidden('This upload belongs to another account');
}

/** Throws `conflict` once the time to appeal is over. */
export function refuseLateAppeal(
  { appeal_until: until }: { appeal_until: number | null },
  now: number,
): void {
  if (until === null || now > until) throw new ApiError('conflict', 'The time to appeal is over');
}
