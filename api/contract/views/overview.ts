// What the admin area shows: the counts on its cards and the rows of its tables.
import * as z from 'zod/mini';
import { ROLES } from '../accounts.ts';
import { isoTime } from '../text.ts';
import { TRACK_STATUSES } from '../tracks.ts';
import { gender, trackUser } from './tracks.ts';

export const overviewView = z.strictObject({
  /** Accounts that are not ended, guests too. */
  users: z.number(),
  tracks: z.number(),
  comments: z.number(),
  likes: z.number(),
  /** Bytes of audio, published and waiting. */
  storageBytes: z.number(),
  reports: z.number(),
  /** Nobody has looked at them. */
  pendingReports: z.number(),
  /** Uploads and changes that wait for a decision. */
  pendingUploads: z.number(),
});
export type OverviewView = z.output<typeof overviewView>;

export const trackTableRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  user: trackUser,
  /** Seconds. */
  duration: z.number(),
  /** Bytes. */
  fileSize: z.number(),
  likes: z.number(),
  commentsCount: z.number(),
  plays: z.number(),
  gender: z.nullable(gender),
  tags: z.array(z.string()),
  status: z.enum(TRACK_STATUSES),
  createdAt: isoTime,
  url: z.string(),
  face: z.string(),
});
export type TrackTableRow = z.output<typeof trackTableRow>;

export const userTableRow = z.strictObject({
  id: z.string(),
  username: z.string(),
  /** For admins; null for moderators. */
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** Somebody can sign in with a password: only then can a role be given. */
  hasPassword: z.boolean(),
  totalUploads: z.number(),
  totalLikes: z.number(),
  isVerified: z.boolean(),
  createdAt: isoTime,
});
export type UserTableRow = z.output<typeof userTableRow>;

export const commentTableRow = z.strictObject({
  id: z.string(),
  content: z.string(),
  user: trackUser,
  trackId: z.string(),
  trackTitle: z.string(),
  createdAt: isoTime,
  likeCount: z.number(),
});
export type CommentTableRow = z.output<typeof commentTableRow>;

export const auditTableRow = z.strictObject({
  /** The position in the chain, as text. */
  id: z.string(),
  position: z.number(),
  at: isoTime,
  /** 'shell' for an operator at the server. */
  actorId: z.string(),
  /** Null when that account has ended, and for the shell. */
  actorName: z.nullable(z.string()),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** What was written down beside it, as text. */
  detail: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Covers this row and, through it, all rows before. */
  hash: z.string(),
});
export type AuditTableRow = z.output<typeof auditTableRow>;

export const auditCheckView = z.strictObject({
  rows: z.number(),
  /** Position of the first row that does not fit or is missing; null: the chain is whole. */
  brokenAt: z.nullable(z.number()),
  /** The newest row; null while nothing is written down. */
  newest: z.nullable(z.strictObject({ position: z.number(), hash: z.string() })),
  /** Whether the log still has the hash that was asked about; null when none was. */
  noted: z.nullable(z.enum(['there', 'differs', 'missing'])),
});
export type AuditCheckView = z.output<typeof auditCheckView>;
