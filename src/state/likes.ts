// A person's hearts: shown at once, sent through the outbox, taken back when the server refuses.
import { atom } from 'jotai/vanilla';
import { type Refusal, refusalsAtom, sendWriteAtom } from './outbox.ts';
import { tracksByIdAtom } from './tracks.ts';

interface LikeBody {
  like?: { trackId: string };
  likeId?: string;
}

/** The track of a refused like or of one that could not be taken back. */
function likedTrackOf({ action, body }: Refusal): string | undefined {
  if (action !== 'addLike' && action !== 'removeLike') return undefined;
  const { like, likeId } = body as LikeBody;
  return like?.trackId ?? likeId;
}

/** Tracks whose last like the server refused. */
export const refusedLikesAtom = atom((get) => new Set(get(refusalsAtom).map(likedTrackOf)));

/** Likes a known track, or takes the like back. An unknown one is left alone. */
export const toggleLikeAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  const track = get(tracksByIdAtom).get(trackId);
  if (track === undefined) return;
  if (get(refusedLikesAtom).has(trackId)) {
    set(
      refusalsAtom,
      get(refusalsAtom).filter((each) => likedTrackOf(each) !== trackId),
    );
  }
  if (track.isLiked) await set(sendWriteAtom, 'removeLike', { likeId: trackId });
  else await set(sendWriteAtom, 'addLike', { like: { trackId } });
});
