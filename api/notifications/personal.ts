// What notifications hold of a person.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedNotification } from './present.ts';
import { storedNotificationsOf } from './queries.ts';
import { dropDoubleNotifications } from './store.ts';

export const personalNotifications: PersonalPart<'notifications', 'notifications'> = {
  ...goesWithTheAccount,
  columns: { notifications: ['account_id', 'actor_id'] },
  missed: [],
  exportOf: async (db, id) => ({
    notifications: (await storedNotificationsOf(db, id)).map(exportedNotification),
  }),
  dropDoubles: dropDoubleNotifications,
};
