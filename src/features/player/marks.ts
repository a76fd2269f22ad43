// A person's like and bookmark on a track: shown at once, sent through the outbox, undone when the server refuses.
import { type Atom, atom } from 'jotai/vanilla';
import {
  refusedBookmarksAtom,
  refusedLikesAtom,
  toggleBookmarkAtom,
  toggleLikeAtom,
} from '../../state/reactions.ts';

export type Mark = 'like' | 'bookmark';

/** Whether the server has refused a mark of this track since the last try. */
export const isRefused = (trackId: string): Atom<boolean> =>
  atom((get) => get(refusedLikesAtom).has(trackId) || get(refusedBookmarksAtom).has(trackId));

/** Sets or removes a mark. Does nothing for a track that is not loaded. */
export const toggleMarkAtom = atom(
  null,
  (_get, set, mark: Mark, trackId: string): Promise<void> =>
    set(mark === 'like' ? toggleLikeAtom : toggleBookmarkAtom, trackId),
);
