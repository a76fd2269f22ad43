// Reading one's own diary. It is written by events alone.
import { implement, signedIn } from '../action.ts';
import { activityCalls } from '../contract/actions/activities.ts';
import { notFound } from '../errors.ts';
import { markActivities } from './store.ts';

export const activityActions = implement(activityCalls, {
  /** Old clients send their own; what happened is written by the server already. */
  addUserActivity: async () => null,

  async markActivityAsRead({ activityId }, context) {
    const count = await markActivities(context.db, signedIn(context).accountId, activityId);
    if (count === 0 && activityId !== 'all') throw notFound('Activity');
    return null;
  },
});
