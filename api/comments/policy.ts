// Who may comment, and who may take a comment away.
import { isModerator, type Viewer } from '../action.ts';
import { forbidden } from '../errors.ts';
import type { TrackRow } from '../tracks/queries.ts';
import type { CommentRow } from './queries.ts';

/** Throws `forbidden`. The owner of a track says whether others may comment; they themselves always may. */
export function refuseUnwantedComment(
  track: Pick<TrackRow, 'account_id' | 'allow_comments'>,
  accountId: string,
): void {
  if (track.account_id === accountId || track.allow_comments) return;
  throw forbidden('This recording does not take comments');
}

/** Throws `forbidden`. Its author, the owner of the track, or a moderator: only what the last does is somebody else's. */
export function commentDeletion(
  comment: Pick<CommentRow, 'account_id' | 'track_owner_id'>,
  viewer: Viewer,
): 'own' | 'moderated' {
  if ([comment.account_id, comment.track_owner_id].includes(viewer.accountId)) return 'own';
  if (!isModerator(viewer)) throw forbidden('This comment belongs to somebody else');
  return 'moderated';
}
