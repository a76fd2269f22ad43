// The page shown after publishing, and its navigation state.

import { reviewReasons } from '../../../api/contract/review.ts';
import { estimateText } from '../../lib/reviewTime.ts';
import type { PublishState } from './atoms.ts';
import type { Delivered } from './deliver.ts';
import { type Proof, proofOf, readProof } from './proof.ts';

/** Shown by both notices: the recording's cover, and proof of what the server has. */
interface Shown {
  /** `TrackView.cover`. */
  cover: string;
  proof: Proof | null;
}

/** State of `/security-check`. */
export interface ReviewNotice extends Shown {
  uploadId: string;
  title: string;
  status: 'pending_review';
  reason: string | null;
  /** All of them in words; `reason` is the first. */
  reasons: string[];
  estimatedTime: string;
}

/** State of `/upload-success`. */
export interface SuccessNotice extends Shown {
  uploadId: string;
  title: string;
  trackId: string | null;
}

export type ShareOutcome =
  | { kind: 'review'; notice: ReviewNotice }
  | { kind: 'success'; notice: SuccessNotice }
  /** Stored on this device; leads to the start page. */
  | { kind: 'kept' };

export function outcomeOf(state: PublishState): ShareOutcome | null {
  if (state.phase === 'kept') return { kind: 'kept' };
  return state.phase === 'published' ? outcomeOfDelivery(state.delivered) : null;
}

/** The notice for an upload that the server accepted. */
export function outcomeOfDelivery(delivered: Delivered): Exclude<ShareOutcome, { kind: 'kept' }> {
  const { upload, reply } = delivered;
  const { uploadId, trackId, reason, flags, estimatedMinutes } = reply.data;
  const shown = { uploadId, title: upload.title, cover: upload.cover ?? '', proof: proofOf(delivered) };
  if (!reply.requiresReview) return { kind: 'success', notice: { ...shown, trackId } };
  const estimatedTime = estimateText(estimatedMinutes);
  const reasons = reason === null ? [] : reviewReasons(flags, reason);
  return { kind: 'review', notice: { ...shown, status: 'pending_review', reason, reasons, estimatedTime } };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown) => (Array.isArray(value) ? value.flatMap((each) => text(each) ?? []) : null);
const fields = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function readShown(state: Record<string, unknown>) {
  const { uploadId, title, cover, proof } = state;
  return { uploadId: text(uploadId) ?? '', title: text(title), cover: text(cover), proof: readProof(proof) };
}

/** Reads a notice from navigation state; a reload without state shows the page without details. */
export function readReviewNotice(state: unknown) {
  const read = fields(state);
  return {
    ...readShown(read),
    reasons: texts(read.reasons) ?? texts([read.reason]) ?? [],
    estimatedTime: text(read.estimatedTime) ?? '',
  };
}

export function readSuccessNotice(state: unknown) {
  const read = fields(state);
  return { ...readShown(read), trackId: text(read.trackId) };
}
