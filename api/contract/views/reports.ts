// Reports: moderators see them, nobody else.
import * as z from 'zod/mini';
import { REPORT_STATUSES, REPORT_TYPES } from '../reports.ts';
import { isoTime } from '../text.ts';

export const reportView = z.strictObject({
  id: z.string(),
  type: z.enum(REPORT_TYPES),
  targetId: z.string(),
  targetTitle: z.string(),
  trackId: z.string(),
  reporterId: z.string(),
  reporterUsername: z.string(),
  reason: z.string(),
  status: z.enum(REPORT_STATUSES),
  createdAt: isoTime,
  /** The literal 'admin' (S2 §4); the audit log knows who. */
  reviewedBy: z.nullable(z.literal('admin')),
  reviewedAt: z.nullable(isoTime),
});
export type ReportView = z.output<typeof reportView>;
