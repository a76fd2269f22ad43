// Reading one's own diary. It is written by events alone.
import * as z from 'zod/mini';
import { post } from '../call.ts';
import { id } from '../text.ts';

export const activityCalls = {
  /** Accepted for old clients and not stored: what happened is written by the server already. */
  addUserActivity: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** The id `all` marks everything. */
  markActivityAsRead: post({
    access: 'signedIn',
    body: z.object({ activityId: id('activityId') }),
    data: z.null(),
  }),
};
