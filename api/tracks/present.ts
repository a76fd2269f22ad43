// Tracks as answers, field by field.

import type { ConsentView } from '../contract/consents.ts';
import type { TrackCounters } from '../contract/events.ts';
import { FLAG_REASONS, REJECTION_REASON } from '../contract/review.ts';
import type { TagView, TrackEditView, TrackView } from '../contract/tracks.ts';
import type { OwnUploadView, PendingUploadView } from '../contract/uploads.ts';
import { instant } from '../db/instant.ts';
import { jsonObject, stringList } from '../db/json.ts';
import type { AudioColumns } from '../db/tables/audio.ts';
import type { consentsOf } from './consentStore.ts';
import { EDIT_VERSION, readDetails } from './details.ts';
import type { EditRow, storedEditsOf } from './editQueries.ts';
import type { storedTracksOf, TrackRow } from './queries.ts';
import type { TagRow } from './tagQueries.ts';

type RowOf<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

export const audioUrl = (file: string) => `/audio/${file}`;

const envelopeUrl = (envelope: string | null) => (envelope === null ? null : `/envelope/${envelope}`);

const presentSmall = ({ small, small_size: size }: AudioColumns): TrackView['small'] =>
  small === null || size === null ? null : { url: audioUrl(small), fileSize: size };

export function presentTrack(row: TrackRow): TrackView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    duration: row.duration,
    url: audioUrl(row.file),
    mimeType: row.mime_type,
    fileSize: row.size,
    user: { id: row.account_id, username: row.username },
    userId: row.account_id,
    gender: row.gender,
    tags: stringList(row.tags_json),
    status: 'active',
    plays: row.plays,
    likes: row.likes,
    commentsCount: row.comments_shown,
    allowComments: Boolean(row.allow_comments),
    hasTranscript: Boolean(row.has_transcript),
    isLiked: Boolean(row.is_liked),
    isBookmarked: Boolean(row.is_bookmarked),
    createdAt: instant(row.created_at),
    soundUpdatedAt: instant(row.sound_at),
    cover: row.cover,
    lufs: row.lufs,
    envelope: envelopeUrl(row.envelope),
    small: presentSmall(row),
  };
}

/** `row` as a visitor sees it. */
export const presentCounters = ({ id, likes, plays, comments_shown }: TrackRow): TrackCounters => ({
  id,
  likes,
  plays,
  commentsCount: comments_shown,
});

export const presentTag = ({ tag, uses }: TagRow): TagView => ({ tag, count: uses });

/** A pending edit in the review queue. */
export function presentPendingEdit(row: EditRow): PendingUploadView {
  const { title, description, gender, tags_json, transcript } = readDetails(row.after_json);
  return {
    uploadId: row.id,
    version: EDIT_VERSION,
    filename: row.file,
    originalName: '',
    size: row.size,
    mimeType: row.mime_type,
    url: audioUrl(row.file),
    title,
    description,
    gender: gender ?? 'Diverse',
    tags: stringList(tags_json),
    transcript,
    uploadedAt: instant(row.created_at),
    status: 'pending_review',
    reason: FLAG_REASONS.edit,
    flags: ['edit'],
    duplicateCount: 0,
    userId: row.account_id,
    username: row.username,
    duration: row.duration,
    cover: row.cover,
    lufs: row.lufs,
    preview: null,
    source: 'server',
    replaces: null,
    review: null,
  };
}

/** For its owner. `estimatedMinutes`: typical time to a decision. */
export function presentOwnEdit(row: EditRow, estimatedMinutes: number | null): OwnUploadView {
  const waits = row.status === 'pending_review';
  const { title, description, gender, tags_json } = readDetails(row.after_json);
  return {
    uploadId: row.id,
    trackId: row.track_id,
    isReplacement: false,
    status: waits ? 'pending_review' : 'rejected',
    reason: waits ? FLAG_REASONS.edit : (row.decision_reason ?? REJECTION_REASON),
    flags: waits ? ['edit'] : [],
    title,
    description,
    gender: gender ?? 'Diverse',
    tags: stringList(tags_json),
    uploadedAt: instant(row.created_at),
    decidedAt: instant(row.decided_at),
    ruleId: row.rule_id,
    atSeconds: null,
    foundBy: row.rule_id === null ? null : 'automation',
    duration: row.duration,
    cover: row.cover,
    url: audioUrl(row.file),
    isAppealed: false,
    appealUntil: null,
    estimatedMinutes: waits ? estimatedMinutes : null,
  };
}

function presentDetails(json: string) {
  const { tags_json, ...rest } = readDetails(json);
  return { ...rest, tags: stringList(tags_json) };
}

/** For moderators. */
export const presentTrackEdit = (row: EditRow): TrackEditView => ({
  id: row.id,
  trackId: row.track_id,
  userId: row.account_id,
  before: presentDetails(row.before_json),
  after: presentDetails(row.after_json),
  status: row.status,
  reason: row.decision_reason,
  createdAt: instant(row.created_at),
  decidedAt: instant(row.decided_at),
});

/** For the data export. */
export const exportedTrack = (row: RowOf<typeof storedTracksOf>) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  tags: stringList(row.tags_json),
  gender: row.gender,
  transcript: row.transcript,
  allowComments: row.allow_comments === 1,
  seconds: row.duration,
  audio: audioUrl(row.file),
  envelope: envelopeUrl(row.envelope),
  smallAudio: row.small === null ? null : audioUrl(row.small),
  createdAt: instant(row.created_at),
});

/** For the data export. */
export const exportedEdit = (row: RowOf<typeof storedEditsOf>) => ({
  id: row.id,
  trackId: row.track_id,
  before: jsonObject(row.before_json),
  after: jsonObject(row.after_json),
  status: row.status,
  reason: row.decision_reason,
  createdAt: instant(row.created_at),
});

/** For anyone with the link; `title` is empty after the recording's deletion. */
export const presentConsent = (row: RowOf<typeof consentsOf>, title: string): ConsentView => ({
  title,
  givenAt: instant(row.given_at),
  withdrawnAt: instant(row.withdrawn_at),
});

/** For the data export. */
export const exportedConsent = (row: RowOf<typeof consentsOf>) => ({
  id: row.id,
  version: row.version,
  givenAt: instant(row.given_at),
  withdrawnAt: instant(row.withdrawn_at),
});
