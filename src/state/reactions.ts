// A person's likes and bookmarks of tracks: shown at once, sent through the outbox, taken back when the server refuses.
import { atom, type Setter } from 'jotai/vanilla';
import type { TrackView } from '../../api/contract/tracks.ts';
import { type Refusal, refusalsAtom, sendWriteAtom } from './outbox.ts';
import { tracksByIdAtom } from './tracks.ts';

/** Bodies of the four writes; a removal carries the track's id as the reaction's. */
interface ReactionBody {
  like?: { trackId: string };
  likeId?: string;
  bookmark?: { trackId: string };
  bookmarkId?: string;
}

function createReaction(
  actions: readonly [add: string, remove: string],
  send: (set: Setter, track: TrackView) => Promise<void>,
) {
  const refusedTrackOf = ({ action, body }: Refusal): string | undefined => {
    if (!actions.includes(action)) return undefined;
    const { like, likeId, bookmark, bookmarkId } = body as ReactionBody;
    return like?.trackId ?? likeId ?? bookmark?.trackId ?? bookmarkId;
  };
  const refusedAtom = atom((get) => new Set(get(refusalsAtom).map(refusedTrackOf)));
  const toggleAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
    const track = get(tracksByIdAtom).get(trackId);
    if (track === undefined) return;
    if (get(refusedAtom).has(trackId)) {
      set(
        refusalsAtom,
        get(refusalsAtom).filter((each) => refusedTrackOf(each) !== trackId),
      );
    }
    await send(set, track);
  });
  return { refusedAtom, toggleAtom };
}

const like = createReaction(['addLike', 'removeLike'], (set, { id, isLiked }) =>
  isLiked
    ? set(sendWriteAtom, 'removeLike', { likeId: id })
    : set(sendWriteAtom, 'addLike', { like: { trackId: id } }),
);
const bookmark = createReaction(['addBookmark', 'removeBookmark'], (set, { id, isBookmarked }) =>
  isBookmarked
    ? set(sendWriteAtom, 'removeBookmark', { bookmarkId: id })
    : set(sendWriteAtom, 'addBookmark', { bookmark: { trackId: id } }),
);

/** Tracks whose last like the server refused. */
export const refusedLikesAtom = like.refusedAtom;
/** Likes a known track, or takes the like back. Nothing happens for an unknown one. */
export const toggleLikeAtom = like.toggleAtom;
/** Tracks whose last bookmark the server refused. */
export const refusedBookmarksAtom = bookmark.refusedAtom;
/** Bookmarks a known track, or takes the bookmark back. Nothing happens for an unknown one. */
export const toggleBookmarkAtom = bookmark.toggleAtom;
