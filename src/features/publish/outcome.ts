// Where a published recording goes next, in the words of the pages that show it (S1 §2).

import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import type { PublishState } from './atoms.ts';

/** State of `/security-check`. */
export interface ReviewNotice {
  uploadId: string;
  title: string;
  status: 'pending_review';
  reason: string | null;
  estimatedTime: string;
}

/** State of `/upload-success`. */
export interface SuccessNotice {
  uploadId: string;
  title: string;
  trackId: string | null;
}

export type ShareOutcome =
  | { kind: 'review'; notice: ReviewNotice }
  | { kind: 'success'; notice: SuccessNotice }
  /** Kept on this device; the way is home (S1 §4). */
  | { kind: 'kept' };

/** How long a review takes in words: the specified ones while the server knows no better (K36). */
export function estimateText(minutes: number | null): string {
  const { estimate, minutes: inMinutes, hours: inHours, days } = studioMessages.uploadResult;
  if (minutes === null) return estimate;
  if (minutes < 90) return fill(inMinutes, { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? fill(inHours, { n: hours }) : fill(days, { n: Math.round(hours / 24) });
}

export function outcomeOf(state: PublishState): ShareOutcome | null {
  if (state.phase === 'kept') return { kind: 'kept' };
  if (state.phase !== 'published') return null;
  const { data, title } = state;
  const { uploadId } = data;
  if (!state.requiresReview) return { kind: 'success', notice: { uploadId, title, trackId: data.trackId } };
  const { reason } = data;
  const estimatedTime = estimateText(data.estimatedMinutes);
  return { kind: 'review', notice: { uploadId, title, status: 'pending_review', reason, estimatedTime } };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const fields = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Navigation state back to a notice; a reload without state shows the page without its details. */
export function readReviewNotice(state: unknown): Pick<ReviewNotice, 'reason' | 'estimatedTime'> & {
  title: string | null;
} {
  const { title, reason, estimatedTime } = fields(state);
  return { title: text(title), reason: text(reason), estimatedTime: text(estimatedTime) ?? '' };
}

export function readSuccessNotice(state: unknown): { title: string | null; trackId: string | null } {
  const { title, trackId } = fields(state);
  return { title: text(title), trackId: text(trackId) };
}
