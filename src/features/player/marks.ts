// A person's heart and bookmark on a track: shown at once, sent through the outbox, taken back when the server refuses.
import { type Atom, atom } from 'jotai/vanilla';
import { type Refusal, refusalsAtom, sendWriteAtom } from '../../state/outbox.ts';
import { tracksByIdAtom } from '../../state/tracks.ts';

export type Mark = 'like' | 'bookmark';

interface MarkBody {
  like?: { trackId: string };
  likeId?: string;
  bookmark?: { trackId: string };
  bookmarkId?: string;
}
const MARKS = new Set(['addLike', 'removeLike', 'addBookmark', 'removeBookmark']);

function markedTrack({ action, body }: Refusal): string | undefined {
  if (!MARKS.has(action)) return undefined;
  const { like, likeId, bookmark, bookmarkId } = body as MarkBody;
  return like?.trackId ?? likeId ?? bookmark?.trackId ?? bookmarkId;
}

/** Whether the server refused a mark of this track since the last try. */
export const isRefused = (trackId: string): Atom<boolean> =>
  atom((get) => get(refusalsAtom).some((each) => markedTrack(each) === trackId));

/** Marks a known track, or takes the mark back. An unknown one is left alone. */
export const toggleMarkAtom = atom(null, async (get, set, mark: Mark, trackId: string): Promise<void> => {
  const track = get(tracksByIdAtom).get(trackId);
  if (track === undefined) return;
  if (get(isRefused(trackId))) {
    const others = get(refusalsAtom).filter((each) => markedTrack(each) !== trackId);
    set(refusalsAtom, others);
  }
  if (mark === 'like') {
    if (track.isLiked) await set(sendWriteAtom, 'removeLike', { likeId: trackId });
    else await set(sendWriteAtom, 'addLike', { like: { trackId } });
  } else if (track.isBookmarked) await set(sendWriteAtom, 'removeBookmark', { bookmarkId: trackId });
  else await set(sendWriteAtom, 'addBookmark', { bookmark: { trackId } });
});
