// Sort columns and page sizes of the admin tables.

/** Rows of one page: about four desktop screens, fifteen phone screens. */
export const TABLE_PAGE_ROWS = 50;

/** Newest matches that a search counts. `totalIsLeast` is set when there are more. */
export const TABLE_COUNTED_ROWS = 1000;

/** Sort columns of each table; the first is the default. */
export const TRACK_SORTS = ['date', 'title', 'user', 'length', 'size', 'likes', 'comments'] as const;
export type TrackSort = (typeof TRACK_SORTS)[number];

export const USER_SORTS = [
  'registered',
  'username',
  'email',
  'uploads',
  'likes',
  'verified',
  'role',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const COMMENT_SORTS = ['date', 'user', 'track', 'likes'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

export const REPORT_SORTS = [
  'gravity',
  'date',
  'type',
  'content',
  'category',
  'reporter',
  'reason',
  'status',
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

export const AUDIT_SORTS = ['date'] as const;

export const EVIDENCE_SORTS = ['since'] as const;
export type EvidenceSort = (typeof EVIDENCE_SORTS)[number];

export const DIRECTIONS = ['desc', 'asc'] as const;
export type Direction = (typeof DIRECTIONS)[number];
