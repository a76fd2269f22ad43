// Reading and clearing one's own notifications. They are written by events alone.
import { defineAction, signedIn } from '../action.ts';
import { BODIES } from '../contract/bodies.ts';
import { notFound } from '../errors.ts';
import { markNotifications, removeNotifications } from './queries.ts';

export const notificationActions = {
  /** Old clients send their own; what happened is written by the server already. */
  addNotification: defineAction({
    access: 'signedIn',
    transaction: 'none',
    body: BODIES.addNotification,
    run: async (): Promise<null> => null,
  }),

  markNotificationAsRead: defineAction({
    access: 'signedIn',
    body: BODIES.markNotificationAsRead,
    async run({ notificationId }, context): Promise<null> {
      const { accountId } = signedIn(context);
      const count = await markNotifications(context.db, accountId, notificationId);
      if (count === 0 && notificationId !== 'all') throw notFound('Notification');
      return null;
    },
  }),

  removeNotification: defineAction({
    access: 'signedIn',
    body: BODIES.removeNotification,
    async run({ notificationId }, context): Promise<null> {
      const { accountId } = signedIn(context);
      const count = await removeNotifications(context.db, accountId, notificationId);
      if (count === 0 && notificationId !== 'all') throw notFound('Notification');
      return null;
    },
  }),
};
