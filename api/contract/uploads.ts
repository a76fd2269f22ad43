// Publishing and its review queue.
import type { Gender, TrackView } from './tracks.ts';

/** `data` of a successful upload reply (S1 §7). */
export interface UploadData {
  autoApproved: boolean;
  uploadId: string;
  /** Id of the track when it is already visible, else null. */
  trackId: string | null;
  /** Random server-side name; the original name is never stored publicly. */
  filename: string;
  originalName: string;
  url: string;
  size: number;
  mimeType: string;
  uploadedAt: string;
  /** Why it waits, in the words of the specification; null when it does not. */
  reason: string | null;
  /** Literal estimate, "5-10 minutes" until 50 decisions are known (K36). */
  estimatedTime: string;
}

/** The whole upload reply. `requiresReview` stands beside `data`, as the wire specifies. */
export interface UploadReply {
  success: true;
  requiresReview: boolean;
  data: UploadData;
}

/** A queue row: admins see all, an owner sees their own. */
export interface PendingUploadView {
  uploadId: string;
  /** Of what the queue shows of it; a decision names the version it is about. A changed edit has a new id instead. */
  version: number;
  filename: string;
  originalName: string;
  size: number;
  mimeType: string;
  /** Audio for the owner and admins only, never cached. */
  url: string;
  title: string;
  description: string;
  gender: Gender;
  tags: string[];
  uploadedAt: string;
  status: 'pending_review';
  reason: string;
  flags: string[];
  duplicateCount: number;
  userId: string;
  username: string;
  duration: number;
  face: string;
  lufs: number | null;
  source: 'server';
}

/** What an owner can change of a published track. */
export interface TrackWordsView {
  title: string;
  description: string;
  gender: Gender | null;
  tags: string[];
}

/** One change of a published track, for moderators. */
export interface TrackEditView {
  id: string;
  trackId: string;
  userId: string;
  before: TrackWordsView;
  after: TrackWordsView;
  /** `applied` when nobody had to decide. */
  status: 'applied' | 'pending_review' | 'approved' | 'rejected';
  /** Why it was rejected. */
  reason: string | null;
  createdAt: string;
  decidedAt: string | null;
}

/** Reply of `approveUpload`: the track it became. */
export type ApprovedTrack = TrackView;

/**
 * The text fields of the upload's multipart body beside the file `audio` (S1 §7). Two are additions:
 * `uploadKey`, a client-made UUID that makes the one retry idempotent within its account (K48), and `consentAt`, the ISO time at which
 * the publisher of a Couple recording ticked the consent statement (G9), empty otherwise.
 */
export const UPLOAD_FIELDS = [
  'title',
  'description',
  'capToken',
  'requiresReview',
  'userId',
  'username',
  'gender',
  'tags',
  'uploadKey',
  'consentAt',
] as const;
export type UploadField = (typeof UPLOAD_FIELDS)[number];
