// The admin area: counts, and tables that the server sorts, searches and pages.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, passwordAgain, text } from './fields.ts';
import { REPORT_CATEGORIES, REPORT_STATUSES } from './reportCategories.ts';
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
  /** Existing accounts, guests included. */
  users: z.number(),
  tracks: z.number(),
  comments: z.number(),
  likes: z.number(),
  /** Bytes of published and pending audio. */
  storageBytes: z.number(),
  reports: z.number(),
  /** Reports with status `pending`. */
  pendingReports: z.number(),
  /** Undecided urgent reports. */
  urgentReports: z.number(),
  /** Pending uploads and edits. */
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
  cover: z.string(),
});
export type TrackTableRow = z.output<typeof trackTableRow>;

const userTableRow = z.strictObject({
  id: z.string(),
  username: z.string(),
  /** For admins; null for moderators. */
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** The account has a password; only then can it get a role. */
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
  /** Null for a deleted account and for the shell. */
  actorName: z.nullable(z.string()),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** The current name or title of the target; null if it has none, or is gone. */
  targetName: z.nullable(z.string()),
  /** The owner of the target, from `detail`; null without one, or for a deleted account. */
  ownerName: z.nullable(z.string()),
  /** Details of the entry, as text. */
  detail: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Covers this row and, through the chain, all earlier rows. */
  hash: z.string(),
});
export type AuditTableRow = z.output<typeof auditTableRow>;

const auditCheckView = z.strictObject({
  rows: z.number(),
  /** Position of the first altered or missing row; null if the chain is complete. */
  brokenAt: z.nullable(z.number()),
  /** The newest row; null for an empty log. */
  newest: z.nullable(z.strictObject({ position: z.number(), hash: z.string() })),
  /** Whether the log still has the hash in question; null without one. */
  noted: z.nullable(z.enum(['there', 'differs', 'missing'])),
});
export type AuditCheckView = z.output<typeof auditCheckView>;

/** Fits a title of 85 non-ASCII characters and an id, in base64. */
const CURSOR_MAX_LENGTH = 2000;

/** Query of a table; numbers travel as text. */
const query = <const Sorts extends readonly string[]>(sorts: Sorts) => ({
  sort: z.optional(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`)),
  /** `desc` when left out. */
  direction: z.optional(z.enum(DIRECTIONS, 'direction must be desc or asc')),
  /** Words; case does not matter. */
  search: z.optional(text('search', 200)),
  /** Only rows that concern this account. */
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

/** `total`: all matching rows, only with the first page. `totalIsLeast`: there are more matches than `total`. */
const page = z.strictObject({
  nextCursor: z.optional(z.string()),
  total: z.optional(z.number()),
  totalIsLeast: z.optional(z.literal(true)),
});

const moderators = { access: 'moderator', extra: page } as const;

export const overviewCalls = {
  getOverview: get({ access: 'moderator', data: overviewView }),

  /** Searches title, description, tags and username. */
  getTrackTable: get({ ...moderators, query: z.object(query(TRACK_SORTS)), data: z.array(trackTableRow) }),

  /** Searches the username and, for admins, the e-mail address. */
  getUserTable: get({ ...moderators, query: z.object(query(USER_SORTS)), data: z.array(userTableRow) }),

  getCommentTable: get({
    ...moderators,
    query: z.object({ ...query(COMMENT_SORTS), track: z.optional(id('track')) }),
    data: z.array(commentTableRow),
  }),

  /** `gravity`: undecided before decided, urgent first, then by date. `category`: `other` for reports without one. */
  getReportTable: get({
    ...moderators,
    query: z.object({
      ...query(REPORT_SORTS),
      category: z.optional(z.enum([...REPORT_CATEGORIES, 'other'], 'category is not one of the list')),
      status: z.optional(z.enum(REPORT_STATUSES, 'status must be pending, reviewed or resolved')),
    }),
    data: z.array(reportView),
  }),

  getAuditTable: get({
    access: 'admin',
    extra: page,
    query: z.object(query(AUDIT_SORTS)),
    data: z.array(auditTableRow),
  }),

  /** Verifies the whole log. `position` and `hash`: a row noted elsewhere, to compare. */
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
