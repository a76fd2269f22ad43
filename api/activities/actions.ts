// Reading and clearing the caller's activities.
import { Answer, implement, signedIn } from '../action.ts';
import { activityCalls } from '../contract/news.ts';
import { notFound } from '../errors.ts';
import { chosenOf, isOne, nextOf, pageOf } from '../notifications/page.ts';
import { presentActivity } from './present.ts';
import { activitiesOf, unreadActivities } from './queries.ts';
import { markActivities, removeActivities } from './store.ts';

export const activityActions = implement(activityCalls, {
  async getActivities(query, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    const page = pageOf(query);
    const { rows, extra } = nextOf(await activitiesOf(db, accountId, now, page), page);
    const unreadCount = await unreadActivities(db, accountId, now);
    return new Answer(rows.map(presentActivity), { ...extra, unreadCount });
  },

  /** Ignored: old clients send it, but the server records what happens itself. */
  addUserActivity: async () => null,

  async markActivityAsRead({ activityId, until }, context) {
    const { accountId } = signedIn(context);
    const count = await markActivities(context.db, accountId, chosenOf(activityId, until));
    if (count === 0 && isOne(activityId)) throw notFound('Activity');
    return null;
  },

  async removeActivity({ activityId, until }, context) {
    const { accountId } = signedIn(context);
    const count = await removeActivities(context.db, accountId, chosenOf(activityId, until));
    if (count === 0 && isOne(activityId)) throw notFound('Activity');
    return null;
  },
});
