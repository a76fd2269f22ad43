// What the diary holds of a person.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedActivity } from './present.ts';
import { storedActivitiesOf } from './queries.ts';
import { dropDoubleActivities } from './store.ts';

export const personalActivities: PersonalPart<'activities', 'activities'> = {
  ...goesWithTheAccount,
  columns: { activities: ['account_id', 'other_account_id'] },
  missed: [],
  exportOf: async (db, id) => ({ activities: (await storedActivitiesOf(db, id)).map(exportedActivity) }),
  dropDoubles: dropDoubleActivities,
};
