// Who sees reports.
import { isModerator, type Viewer } from '../action.ts';

/** Moderators do, nobody else, not even of themselves. */
export const seesReports = (viewer: Viewer): boolean => isModerator(viewer);
