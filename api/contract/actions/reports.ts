// Reporting, and what moderators do with reports.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { REASON_MAX_LENGTH } from '../limits.ts';
import { REPORT_STATUSES, REPORT_TYPES } from '../reports.ts';
import { id, text } from '../text.ts';
import { reportView } from '../views/reports.ts';

const report = z.object(
  {
    type: z._default(z.enum(REPORT_TYPES, 'type must be recording, comment or description'), 'recording'),
    targetId: id('targetId'),
    trackId: z.optional(id('trackId')),
    reason: z.optional(text('reason', REASON_MAX_LENGTH)),
  },
  'report must be an object',
);

export const reportCalls = {
  /** The same person reports the same thing once; a repeat answers the first report's id. */
  addReport: post({
    access: 'guest',
    body: z.object({ report }),
    data: z.strictObject({ id: z.string() }),
  }),

  getReports: get({ access: 'moderator', data: z.array(reportView) }),

  updateReportStatus: post({
    access: 'moderator',
    body: z.object({
      reportId: id('reportId'),
      status: z.enum(REPORT_STATUSES, 'status must be pending, reviewed or resolved'),
    }),
    data: reportView,
  }),

  deleteReport: post({
    access: 'moderator',
    body: z.object({ reportId: id('reportId') }),
    data: z.null(),
  }),
};
