// Who may comment, and who may take a comment away.
import { isModerator, type Viewer } from '../action.ts';
import type { Preferences } from '../contract/accounts.ts';
import { forbidden } from '../errors.ts';
import type { CommentRow } from './queries.ts';

/** Throws `forbidden`. The owner of a track says whether others may comment; they themselves always may. */
export function refuseUnwantedComment(
  track: { account_id: string },
  ownersPreferences: Preferences,
  accountId: string,
): void {
  if (track.account_id === accountId || ownersPreferences.privacy.allowComments) return;
  throw forbidden('This person does not take comments');
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
