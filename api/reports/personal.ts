// What reports hold of a person: what they reported, and what was reported of theirs.
import type { PersonalPart } from '../db/personal.ts';
import { exportedReport, presentDecision } from './present.ts';
import { decisionsAbout, reportsBy } from './queries.ts';
import { dropDoubleReports, forgetReportedWords } from './store.ts';

export const personalReports: PersonalPart<'reports', 'reports' | 'decisions'> = {
  columns: { reports: ['reporter_id', 'reported_id'] },
  missed: [],
  exportOf: async (db, id) => ({
    reports: (await reportsBy(db, id)).map(exportedReport),
    decisions: (await decisionsAbout(db, id)).map(presentDecision),
  }),
  async eraseOf(db, id) {
    await forgetReportedWords(db, id);
    return [];
  },
  dropDoubles: dropDoubleReports,
};
