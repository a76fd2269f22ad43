// What reports hold of a person.
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedReport } from './present.ts';
import { reportsBy } from './queries.ts';
import { dropDoubleReports } from './store.ts';

export const personalReports: PersonalPart<'reports', 'reports'> = {
  ...goesWithTheAccount,
  columns: { reports: ['reporter_id'] },
  missed: [],
  exportOf: async (db, id) => ({ reports: (await reportsBy(db, id)).map(exportedReport) }),
  dropDoubles: dropDoubleReports,
};
