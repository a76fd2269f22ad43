// What leaves of an upload: to its owner and to moderators only.

import type { ReviewFlag } from '../contract/review.ts';
import type { Gender } from '../contract/tracks.ts';
import type { PendingUploadView, UploadData, UploadReply } from '../contract/uploads.ts';
import { stringList } from '../db/json.ts';
import { audioUrl } from '../tracks/present.ts';
import type { PendingRow, UploadRow } from './queries.ts';

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
    uploadedAt: new Date(row.created_at).toISOString(),
    status: 'pending_review',
    reason: row.reason,
    flags: stringList(row.flags_json) as ReviewFlag[],
    duplicateCount: row.duplicate_count,
    userId: row.account_id,
    username: row.username,
    duration: row.duration,
    face: row.face,
    lufs: row.lufs,
    source: 'server',
  };
}

/** The answer of an upload; a repeat with the same upload key gets the same one. */
export function presentUpload(row: UploadRow, estimatedMinutes: number | null): UploadReply {
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
    uploadedAt: new Date(row.created_at).toISOString(),
    reason: waits ? row.reason : null,
    estimatedMinutes,
  };
  return { success: true, requiresReview: waits, data };
}
