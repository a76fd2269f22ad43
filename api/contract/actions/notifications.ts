// Reading and clearing one's own notifications. They are written by events alone.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { newsIds, newsQuery, until } from '../fields.ts';
import { newsPage, notificationView } from '../views/news.ts';

const chosen = z.object({ notificationId: newsIds('notificationId'), until });

export const notificationCalls = {
  /** Newest first: at most `NEWS_KEPT` of the last six months. */
  getNotifications: get({
    access: 'signedIn',
    query: newsQuery,
    data: z.array(notificationView),
    beside: newsPage,
  }),

  /** Accepted for old clients and not stored: what happened is written by the server already. */
  addNotification: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  markNotificationAsRead: post({ access: 'signedIn', body: chosen, data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  removeNotification: post({ access: 'signedIn', body: chosen, data: z.null() }),
};
