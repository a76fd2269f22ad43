// Uploads as their owner and moderators see them.

import type { Gender } from '../contract/categories.ts';
import { REJECTION_REASON, type ReviewFlag } from '../contract/review.ts';
import {
  type OwnUploadView,
  type PendingUploadView,
  type ReviewState,
  type UploadData,
  type UploadPreview,
  type UploadReply,
  type UploadStats,
  uploadPreview,
} from '../contract/uploads.ts';
import { instant } from '../db/instant.ts';
import { jsonObject, stringList } from '../db/json.ts';
import { audioUrl, presentOwnEdit, presentPendingEdit } from '../tracks/present.ts';
import { type CountedUploads, nextUnflagged } from './countQueries.ts';
import {
  type countedUploadsOf,
  isUnpublished,
  type PendingRow,
  type UndoneUpload,
  type UploadRow,
} from './queries.ts';
import type { Undone, Waiting } from './queue.ts';
import { isShownToOwner } from './rules.ts';
import type { Transfer } from './transferStore.ts';
import type { storedTrustOf } from './trustStore.ts';

const flagsOf = (row: Pick<UploadRow, 'flags_json'>) => stringList(row.flags_json) as ReviewFlag[];
const flagsForOwner = (row: Pick<UploadRow, 'flags_json'>) => flagsOf(row).filter(isShownToOwner);

function presentReplaced({
  replaces: trackId,
  replaces_file: file,
  replaced_duration: duration,
}: PendingRow): PendingUploadView['replaces'] {
  if (trackId === null || file === null) return null;
  return { trackId, url: audioUrl(file), duration: duration ?? 0 };
}

/** For its owner. */
export function presentPending(row: PendingRow): PendingUploadView {
  return {
    uploadId: row.id,
    version: row.version,
    filename: row.file,
    originalName: row.original_name,
    size: row.size,
    mimeType: row.mime_type,
    url: audioUrl(row.file),
    title: row.title,
    description: row.description,
    gender: row.gender as Gender,
    tags: stringList(row.tags_json),
    transcript: row.transcript,
    uploadedAt: instant(row.created_at),
    status: 'pending_review',
    reason: row.reason,
    flags: flagsForOwner(row),
    duplicateCount: row.duplicate_count,
    userId: row.account_id,
    username: row.username,
    duration: row.duration,
    cover: row.cover,
    lufs: row.lufs,
    preview: null,
    source: 'server',
    replaces: presentReplaced(row),
    review: null,
  };
}

/** Pending uploads and edits, oldest first. */
const oldestFirst = (
  { uploads, edits }: Waiting,
  presentUpload: (row: PendingRow) => PendingUploadView,
): PendingUploadView[] =>
  [
    ...uploads.map((row) => ({ at: row.created_at, view: presentUpload(row) })),
    ...edits.map((row) => ({ at: row.created_at, view: presentPendingEdit(row) })),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ view }) => view);

export const presentWaiting = (waiting: Waiting): PendingUploadView[] => oldestFirst(waiting, presentPending);

/** Reads what `writePreview` wrote; null for anything else. */
function presentPreview(json: string | null): UploadPreview | null {
  const read = json ? uploadPreview.safeParse(jsonObject(json)) : null;
  return read?.success ? read.data : null;
}

/** Cached with the rows of the queue (`queue.ts`). */
const presented = new WeakMap<PendingRow, PendingUploadView>();

/** The same for a moderator. Owners do not see the preview, so that they cannot prepare its samples. */
function presentForReview(row: PendingRow): PendingUploadView {
  const view = presented.get(row) ?? {
    ...presentPending(row),
    flags: flagsOf(row),
    preview: presentPreview(row.preview_json),
  };
  presented.set(row, view);
  return view;
}

/** Order of the moderators' queue: escalated first, soft-flagged last. */
const urgency = ({ escalated, tier }: ReviewState): number => (escalated ? 0 : tier === 'soft' ? 2 : 1);

/** The moderators' queue, with the state of each row. */
export const presentQueue = (
  waiting: Waiting,
  states: ReadonlyMap<string, ReviewState>,
): PendingUploadView[] =>
  oldestFirst(waiting, presentForReview)
    .flatMap((row) => {
      const review = states.get(row.uploadId);
      return review ? [{ row, review }] : [];
    })
    .sort((a, b) => urgency(a.review) - urgency(b.review))
    .map(({ row, review }) => ({ ...row, review }));

function presentOwnUpload(row: UndoneUpload, estimatedMinutes: number | null): OwnUploadView {
  const waits = row.status === 'pending_review';
  return {
    uploadId: row.id,
    trackId: row.replaces,
    isReplacement: row.replaces !== null,
    status: waits ? 'pending_review' : 'rejected',
    reason: waits ? row.reason : (row.decision_reason ?? REJECTION_REASON),
    flags: waits ? flagsForOwner(row) : [],
    title: row.title,
    description: row.description,
    gender: row.gender as Gender,
    tags: stringList(row.tags_json),
    uploadedAt: instant(row.created_at),
    decidedAt: instant(row.decided_at),
    ruleId: row.rule_id,
    atSeconds: row.decision_at_seconds,
    foundBy: waits || row.rule_id === null ? null : flagsOf(row).length > 0 ? 'automation' : 'moderator',
    duration: row.duration,
    cover: row.cover,
    url: isUnpublished(row) && (waits || !row.is_sealed) ? audioUrl(row.file) : null,
    isAppealed: Boolean(row.is_appealed),
    appealUntil: instant(row.is_appealed ? null : row.erase_at),
    estimatedMinutes: waits ? estimatedMinutes : null,
  };
}

/** To their owner, newest first. */
export const presentUndone = ({ uploads, edits }: Undone, estimatedMinutes: number | null): OwnUploadView[] =>
  [
    ...uploads.map((row) => presentOwnUpload(row, estimatedMinutes)),
    ...edits.map((row) => presentOwnEdit(row, estimatedMinutes)),
  ].sort((a, b) => Date.parse(b.uploadedAt) - Date.parse(a.uploadedAt));

/** The answer of an upload and of its repeats. `sha256` of the stored file; null after its deletion. */
export function presentUpload(
  row: UploadRow,
  sha256: string | null,
  estimatedMinutes: number | null,
): UploadReply {
  const waits = row.status === 'pending_review';
  const data: UploadData = {
    autoApproved: row.status === 'approved' && row.decided_by === null,
    uploadId: row.id,
    trackId: row.track_id,
    filename: row.file,
    originalName: row.original_name,
    url: audioUrl(row.file),
    size: row.size,
    mimeType: row.mime_type,
    uploadedAt: instant(row.created_at),
    reason: waits ? row.reason : null,
    flags: waits ? flagsForOwner(row) : [],
    estimatedMinutes,
    receipt: sha256 === null ? null : { sha256, removed: stringList(row.removed_json) },
  };
  return { success: true, requiresReview: waits, data };
}

export const presentStats = (counts: CountedUploads, now: number): UploadStats => ({
  uploads30Min: counts.last30Minutes,
  uploadsToday: counts.today,
  audioMinutesToday: counts.audioMinutesToday,
  lastUpload: instant(counts.latest),
  nextUnflagged: instant(nextUnflagged(counts, now)),
});

/** For the data export. */
export const exportedUpload = (row: UploadRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  originalName: row.original_name,
  transcript: row.transcript,
  allowComments: row.allow_comments === 1,
  status: row.status,
  reason: row.decision_reason ?? row.reason,
  consentAt: instant(row.consent_at),
  replaces: row.replaces,
  createdAt: instant(row.created_at),
  decidedAt: instant(row.decided_at),
});

/** For the data export. */
export const exportedCountedUpload = (row: Awaited<ReturnType<typeof countedUploadsOf>>[number]) => ({
  id: row.id,
  seconds: row.seconds,
  createdAt: instant(row.created_at),
});

/** For the data export. */
export const exportedTrust = (row: Awaited<ReturnType<typeof storedTrustOf>>) =>
  row === undefined ? null : { cleanApprovals: row.clean_approvals, setting: row.override ?? 'auto' };

/** For the data export. */
export const exportedTransfer = (row: Transfer) => ({
  id: row.id,
  bytes: row.size,
  createdAt: instant(row.created_at),
  expiresAt: instant(row.expires_at),
});
