// A person's like and bookmark on a track: shown at once, sent through the outbox, undone when the server refuses.
import { type Atom, atom } from 'jotai/vanilla';
import { refusedLikesAtom, toggleLikeAtom } from '../../state/likes.ts';
import { type Refusal, refusalsAtom, sendWriteAtom } from '../../state/outbox.ts';
import { tracksByIdAtom } from '../../state/tracks.ts';

export type Mark = 'like' | 'bookmark';

interface BookmarkBody {
  bookmark?: { trackId: string };
  bookmarkId?: string;
}

function bookmarkedTrackOf({ action, body }: Refusal): string | undefined {
  if (action !== 'addBookmark' && action !== 'removeBookmark') return undefined;
  const { bookmark, bookmarkId } = body as BookmarkBody;
  return bookmark?.trackId ?? bookmarkId;
}

/** Whether the server has refused a mark of this track since the last try. */
export const isRefused = (trackId: string): Atom<boolean> =>
  atom(
    (get) =>
      get(refusedLikesAtom).has(trackId) ||
      get(refusalsAtom).some((each) => bookmarkedTrackOf(each) === trackId),
  );

const toggleBookmarkAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  const track = get(tracksByIdAtom).get(trackId);
  if (track === undefined) return;
  const refusals = get(refusalsAtom);
  const others = refusals.filter((each) => bookmarkedTrackOf(each) !== trackId);
  if (others.length < refusals.length) set(refusalsAtom, others);
  if (track.isBookmarked) await set(sendWriteAtom, 'removeBookmark', { bookmarkId: trackId });
  else await set(sendWriteAtom, 'addBookmark', { bookmark: { trackId } });
});

/** Sets or removes a mark. Does nothing for a track that is not loaded. */
export const toggleMarkAtom = atom(
  null,
  (_get, set, mark: Mark, trackId: string): Promise<void> =>
    set(mark === 'like' ? toggleLikeAtom : toggleBookmarkAtom, trackId),
);
