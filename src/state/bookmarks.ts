// A person's bookmarks: shown at once, sent through the outbox, taken back when the server refuses.
import { atom } from 'jotai/vanilla';
import { type Refusal, refusalsAtom, sendWriteAtom } from './outbox.ts';
import { tracksByIdAtom } from './tracks.ts';

interface BookmarkBody {
  bookmark?: { trackId: string };
  bookmarkId?: string;
}

/** The track of a refused bookmark or of one that could not be taken back. */
function bookmarkedTrackOf({ action, body }: Refusal): string | undefined {
  if (action !== 'addBookmark' && action !== 'removeBookmark') return undefined;
  const { bookmark, bookmarkId } = body as BookmarkBody;
  return bookmark?.trackId ?? bookmarkId;
}

/** Tracks whose last bookmark the server refused. */
export const refusedBookmarksAtom = atom((get) => new Set(get(refusalsAtom).map(bookmarkedTrackOf)));

/** Bookmarks a known track, or takes the bookmark back. An unknown one is left alone. */
export const toggleBookmarkAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  const track = get(tracksByIdAtom).get(trackId);
  if (track === undefined) return;
  if (get(refusedBookmarksAtom).has(trackId)) {
    set(
      refusalsAtom,
      get(refusalsAtom).filter((each) => bookmarkedTrackOf(each) !== trackId),
    );
  }
  if (track.isBookmarked) await set(sendWriteAtom, 'removeBookmark', { bookmarkId: trackId });
  else await set(sendWriteAtom, 'addBookmark', { bookmark: { trackId } });
});
