// Reading and clearing the caller's notifications.
import { Answer, implement, signedIn } from '../action.ts';
import { notificationCalls } from '../contract/news.ts';
import { notFound } from '../errors.ts';
import { chosenOf, isOne, nextOf, pageOf } from './page.ts';
import { presentNotification } from './present.ts';
import { notificationsOf, unreadNotifications } from './queries.ts';
import { markNotifications, removeNotifications } from './store.ts';

export const notificationActions = implement(notificationCalls, {
  async getNotifications(query, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    const page = pageOf(query);
    const { rows, extra } = nextOf(await notificationsOf(db, accountId, now, page), page);
    const unreadCount = await unreadNotifications(db, accountId, now);
    return new Answer(rows.map(presentNotification), { ...extra, unreadCount });
  },

  /** Ignored: old clients send it, but the server records what happens itself. */
  addNotification: async () => null,

  async markNotificationAsRead({ notificationId, until }, context) {
    const { accountId } = signedIn(context);
    const count = await markNotifications(context.db, accountId, chosenOf(notificationId, until));
    if (count === 0 && isOne(notificationId)) throw notFound('Notification');
    return null;
  },

  async removeNotification({ notificationId, until }, context) {
    const { accountId } = signedIn(context);
    const count = await removeNotifications(context.db, accountId, chosenOf(notificationId, until));
    if (count === 0 && isOne(notificationId)) throw notFound('Notification');
    return null;
  },
});
