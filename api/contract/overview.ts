// The admin area: counts, and tables that the server sorts, searches and pages.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, passwordAgain, text } from './fields.ts';
import { reportView } from './reports.ts';
import { ROLES } from './roles.ts';
import {
  AUDIT_SORTS,
  COMMENT_SORTS,
  DIRECTIONS,
  REPORT_SORTS,
  TABLE_PAGE_ROWS,
  TRACK_SORTS,
  USER_SORTS,
} from './tableSorts.ts';
import { gender, TRACK_STATUSES, trackUser } from './tracks.ts';

const overviewView = z.strictObject({
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

const trackTableRow = z.strictObject({
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

const userTableRow = z.strictObject({
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

const commentTableRow = z.strictObject({
  id: z.string(),
  content: z.string(),
  user: trackUser,
  trackId: z.string(),
  trackTitle: z.string(),
  createdAt: isoTime,
  likeCount: z.number(),
});
export type CommentTableRow = z.output<typeof commentTableRow>;

const auditTableRow = z.strictObject({
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

const auditCheckView = z.strictObject({
  rows: z.number(),
  /** Position of the first row that does not fit or is missing; null: the chain is whole. */
  brokenAt: z.nullable(z.number()),
  /** The newest row; null while nothing is written down. */
  newest: z.nullable(z.strictObject({ position: z.number(), hash: z.string() })),
  /** Whether the log still has the hash that was asked about; null when none was. */
  noted: z.nullable(z.enum(['there', 'differs', 'missing'])),
});
export type AuditCheckView = z.output<typeof auditCheckView>;

/** A title of 85 characters outside of ASCII, its id and the base64 of both. */
const CURSOR_MAX_LENGTH = 2000;

/** Query of a table; numbers travel as text. */
const query = <const Sorts extends readonly string[]>(sorts: Sorts) => ({
  sort: z.optional(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`)),
  /** `desc` when left out. */
  direction: z.optional(z.enum(DIRECTIONS, 'direction must be desc or asc')),
  /** Words, whatever their case. */
  search: z.optional(text('search', 200)),
  /** Only what this account is concerned by. */
  user: z.optional(id('user')),
  cursor: z.optional(text('cursor', CURSOR_MAX_LENGTH)),
  /** 1 … `TABLE_PAGE_ROWS`. */
  limit: z.optional(
    z.string('limit must be a number').check(
      z.regex(/^[1-9]\d{0,2}$/, 'limit must be a positive number'),
      z.refine((value) => Number(value) <= TABLE_PAGE_ROWS, `limit must be at most ${TABLE_PAGE_ROWS}`),
    ),
  ),
});

/**
 * Beside a page; `total`: rows of the whole table as asked for, with its first page alone; `totalIsLeast`: a search finds more
 * than that.
 */
const page = z.strictObject({
  nextCursor: z.optional(z.string()),
  total: z.optional(z.number()),
  totalIsLeast: z.optional(z.literal(true)),
});

const moderators = { access: 'moderator', beside: page } as const;

export const overviewCalls = {
  getOverview: get({ access: 'moderator', data: overviewView }),

  /** Words are looked for in title, description, tags and username. */
  getTrackTable: get({ ...moderators, query: z.object(query(TRACK_SORTS)), data: z.array(trackTableRow) }),

  /** Words are looked for in the name and, for admins, in the e-mail address. */
  getUserTable: get({ ...moderators, query: z.object(query(USER_SORTS)), data: z.array(userTableRow) }),

  getCommentTable: get({
    ...moderators,
    query: z.object({ ...query(COMMENT_SORTS), track: z.optional(id('track')) }),
    data: z.array(commentTableRow),
  }),

  getReportTable: get({ ...moderators, query: z.object(query(REPORT_SORTS)), data: z.array(reportView) }),

  getAuditTable: get({
    access: 'admin',
    beside: page,
    query: z.object(query(AUDIT_SORTS)),
    data: z.array(auditTableRow),
  }),

  /** Reads the whole log. `position` and `hash`: a row somebody has noted elsewhere. */
  checkAuditLog: post({
    access: 'admin',
    freshPassword: true,
    transaction: 'none',
    body: z.object({
      position: z.optional(
        z.int('position must be a number').check(z.positive('position must be a positive number')),
      ),
      hash: z.optional(
        z
          .string('hash must be text')
          .check(z.regex(/^[0-9a-f]{64}$/, 'hash must be 64 lower-case hex digits')),
      ),
      password: passwordAgain,
    }),
    data: auditCheckView,
  }),
};
