// Liking a comment, and deleting one with time to undo.
import { atom } from 'jotai/vanilla';
import type { CommentView } from '../../../api/contract/comments.ts';
import { newId } from '../../lib/ids.ts';
import '../../state/commentWrites.ts';
import { cancelWriteAtom, releaseWriteAtom } from '../../state/awaitedWrites.ts';
import { sendWriteAtom } from '../../state/outbox.ts';
import { freshAtom } from './atoms.ts';

/** If the page is closed, the comment is deleted after this, milliseconds; otherwise the undo bar decides. */
const UNDO_MS = 60_000;

export const likeCommentAtom = atom(null, (_get, set, comment: CommentView): Promise<void> => {
  if (comment.isLiked) return set(sendWriteAtom, 'removeCommentLike', { likeId: comment.id });
  return set(sendWriteAtom, 'addCommentLike', { like: { commentId: comment.id } });
});

/** Whether others may comment on the user's recording; shown at once, stored until the server has it. */
export const openCommentsAtom = atom(
  null,
  (_get, set, trackId: string, allowComments: boolean): Promise<void> =>
    set(sendWriteAtom, 'updateTrack', { trackId, updates: { allowComments } }),
);

const removalAtom = atom<string | null>(null);
/** The deletion that can still be undone; null when there is none. */
export const openRemovalAtom = atom((get) => get(removalAtom));

/** Hides the comment at once; makes a previous deletion final. */
export const removeCommentAtom = atom(null, async (get, set, comment: CommentView): Promise<void> => {
  await set(finishRemovalAtom);
  const id = newId();
  set(removalAtom, id);
  const body = { commentId: comment.id, trackId: comment.trackId };
  set(
    freshAtom,
    get(freshAtom).filter((row) => row.id !== comment.id),
  );
  await set(sendWriteAtom, 'deleteComment', body, { id, notBefore: Date.now() + UNDO_MS });
});

export const undoRemovalAtom = atom(null, async (get, set): Promise<void> => {
  const id = get(removalAtom);
  set(removalAtom, null);
  if (id !== null) await set(cancelWriteAtom, id);
});

/** The undo time is over, or the page is left. */
export const finishRemovalAtom = atom(null, async (get, set): Promise<void> => {
  const id = get(removalAtom);
  set(removalAtom, null);
  if (id !== null) await set(releaseWriteAtom, id);
});
