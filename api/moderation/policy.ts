// Who may moderate.
import { isModerator, type Viewer } from '../action.ts';
import { forbidden } from '../errors.ts';

/** Events of the queue are for moderators. */
export const seesQueue = (viewer: Viewer): boolean => isModerator(viewer);

/** Only admins see escalated items. */
export const seesEscalated = (viewer: Viewer): boolean => viewer.role === 'admin';

/** Throws `forbidden`. */
export function refuseEscalated(isEscalated: boolean, viewer: Viewer): void {
  if (isEscalated && !seesEscalated(viewer)) throw forbidden('This upload was handed to the admins');
}
