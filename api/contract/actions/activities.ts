// Reading and clearing one's own diary. It is written by events alone.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { newsIds, newsQuery, until } from '../fields.ts';
import { activityView, newsPage } from '../views/news.ts';

const chosen = z.object({ activityId: newsIds('activityId'), until });

export const activityCalls = {
  /** Newest first: at most `NEWS_KEPT` of the last six months. */
  getActivities: get({
    access: 'signedIn',
    query: newsQuery,
    data: z.array(activityView),
    beside: newsPage,
  }),

  /** Accepted for old clients and not stored: what happened is written by the server already. */
  addUserActivity: post({ access: 'signedIn', transaction: 'none', data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  markActivityAsRead: post({ access: 'signedIn', body: chosen, data: z.null() }),

  /** One id, several, or `all`; of several, those that are gone are passed over. */
  removeActivity: post({ access: 'signedIn', body: chosen, data: z.null() }),
};
