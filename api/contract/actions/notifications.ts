// Reading and clearing one's own notifications. They are written by events alone.
import * as z from 'zod/mini';
import { post } from '../call.ts';
import { id } from '../text.ts';

export const notificationCalls = {
  /** Accepted for old clients and not stored: what happened is written by the server already. */
  addNotification: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** The id `all` marks everything. */
  markNotificationAsRead: post({
    access: 'signedIn',
    body: z.object({ notificationId: id('notificationId') }),
    data: z.null(),
  }),

  /** The id `all` clears everything. */
  removeNotification: post({
    access: 'signedIn',
    body: z.object({ notificationId: id('notificationId') }),
    data: z.null(),
  }),
};
