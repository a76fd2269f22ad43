// The cards and tables of the admin area: a page at a time, sorted and searched by the server.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { passwordAgain } from '../fields.ts';
import {
  AUDIT_SORTS,
  COMMENT_SORTS,
  DIRECTIONS,
  REPORT_SORTS,
  TABLE_PAGE_ROWS,
  TRACK_SORTS,
  USER_SORTS,
} from '../overview.ts';
import { id, text } from '../text.ts';
import {
  auditCheckView,
  auditTableRow,
  commentTableRow,
  overviewView,
  trackTableRow,
  userTableRow,
} from '../views/overview.ts';
import { reportView } from '../views/reports.ts';

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
