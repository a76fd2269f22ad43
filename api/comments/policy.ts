// Who may comment, and who may delete a comment.
import { isModerator, type Viewer } from '../action.ts';
import { forbidden } from '../errors.ts';
import type { TrackRow } from '../tracks/queries.ts';
import type { CommentRow } from './queries.ts';

/** Throws `forbidden`. The owner decides whether others may comment, and always may comment. */
export function refuseUnwantedComment(
  track: Pick<TrackRow, 'account_id' | 'allow_comments'>,
  accountId: string,
): void {
  if (track.account_id === accountId || track.allow_comments) return;
  throw forbidden('This recording does not take comments');
}

/** Throws `forbidden`. The author, the track's owner or a moderator may delete it; only the last counts as moderation. */
export function commentDeletion(
  comment: Pick<CommentRow, 'account_id' | 'track_owner_id'>,
  viewer: Viewer,
): 'own' | 'moderated' {
  if ([comment.account_id, comment.track_owner_id].includes(viewer.accountId)) return 'own';
  if (!isModerator(viewer)) throw forbidden('This comment belongs to another account');
  return 'moderated';
}
