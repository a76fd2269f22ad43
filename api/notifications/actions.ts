// Reading and clearing one's own notifications. They are written by events alone.
import { implement, signedIn } from '../action.ts';
import { notificationCalls } from '../contract/actions/notifications.ts';
import { notFound } from '../errors.ts';
import { markNotifications, removeNotifications } from './store.ts';

export const notificationActions = implement(notificationCalls, {
  /** Old clients send their own; what happened is written by the server already. */
  addNotification: async () => null,

  async markNotificationAsRead({ notificationId }, context) {
    const { accountId } = signedIn(context);
    const count = await markNotifications(context.db, accountId, notificationId);
    if (count === 0 && notificationId !== 'all') throw notFound('Notification');
    return null;
  },

  async removeNotification({ notificationId }, context) {
    const { accountId } = signedIn(context);
    const count = await removeNotifications(context.db, accountId, notificationId);
    if (count === 0 && notificationId !== 'all') throw notFound('Notification');
    return null;
  },
});
