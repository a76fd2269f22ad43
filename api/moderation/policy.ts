// Who takes part in moderation.
import { isModerator, type Viewer } from '../action.ts';

/** Events of the queue are for moderators. */
export const hearsOfQueue = (viewer: Viewer): boolean => isModerator(viewer);
