// Reading one's own diary. It is written by events alone.
import { defineAction, signedIn } from '../action.ts';
import { BODIES } from '../contract/bodies.ts';
import { notFound } from '../errors.ts';
import { markActivities } from './queries.ts';

export const activityActions = {
  /** Old clients send their own; what happened is written by the server already. */
  addUserActivity: defineAction({
    access: 'signedIn',
    transaction: 'none',
    body: BODIES.addUserActivity,
    run: async (): Promise<null> => null,
  }),

  markActivityAsRead: defineAction({
    access: 'signedIn',
    body: BODIES.markActivityAsRead,
    async run({ activityId }, context): Promise<null> {
      const count = await markActivities(context.db, signedIn(context).accountId, activityId);
      if (count === 0 && activityId !== 'all') throw notFound('Activity');
      return null;
    },
  }),
};
