// `getDatabase`: the public rows, and the viewer's own private ones.
import * as z from 'zod/mini';
import { userView } from './accounts.ts';
import { get } from './call.ts';
import { commentView } from './comments.ts';
import { page } from './fields.ts';
import { followView } from './follows.ts';
import { activityView, notificationView } from './news.ts';
import { commentLikeView, trackReactionView } from './reactions.ts';
import { reportView } from './reports.ts';
import { trackView } from './tracks.ts';
import { pendingUploadView } from './uploads.ts';

const databaseView = z.strictObject({
  /** The newest `TRACKS_MAX_COUNT`; `getTracks` pages through older ones. */
  tracks: z.array(trackView),
  /** Owners of these tracks and comments with a public profile, and the viewer. */
  users: z.array(userView),
  /** The viewer's own pending uploads; all of them for a moderator. */
  pendingUploads: z.array(pendingUploadView),
  /** The newest `SNAPSHOT_COMMENTS`. */
  comments: z.array(commentView),
  /** Only the viewer's own reactions. */
  likes: z.array(trackReactionView),
  bookmarks: z.array(trackReactionView),
  commentLikes: z.array(commentLikeView),
  follows: z.array(followView),
  userActivities: z.array(activityView),
  notifications: z.array(notificationView),
  /** Empty unless the viewer is a moderator. */
  reports: z.array(reportView),
});
export type DatabaseView = z.output<typeof databaseView>;

export const snapshotCalls = {
  getDatabase: get({ access: 'public', cached: true, data: databaseView, extra: page }),
};
