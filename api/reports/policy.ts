// Who sees reports, and who may appeal.
import { isModerator, type Viewer } from '../action.ts';
import { forbidden } from '../errors.ts';

/** Only moderators see reports. */
export const seesReports = (viewer: Viewer): boolean => isModerator(viewer);

interface Told {
  reported_id: string | null;
  told: 0 | 1;
}

/** Throws `forbidden`: only the owner of the removed content may appeal. */
export function refuseForeignAppeal(report: Told | undefined, viewer: Viewer): asserts report is Told {
  if (report?.told !== 1 || report.reported_id !== viewer.accountId)
    throw forbidden('This decision is about another account');
}
