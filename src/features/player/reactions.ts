// Like and bookmark of a track: shown at once, sent through the outbox, undone if the server refuses.
import { type Atom, atom } from 'jotai/vanilla';
import {
  refusedBookmarksAtom,
  refusedLikesAtom,
  toggleBookmarkAtom,
  toggleLikeAtom,
} from '../../state/reactions.ts';

export type Reaction = 'like' | 'bookmark';

/** Whether the server refused the last like or bookmark of this track. */
export const isRefused = (trackId: string): Atom<boolean> =>
  atom((get) => get(refusedLikesAtom).has(trackId) || get(refusedBookmarksAtom).has(trackId));

/** Toggles a like or bookmark. Does nothing for a track that is not loaded. */
export const toggleReactionAtom = atom(
  null,
  (_get, set, reaction: Reaction, trackId: string): Promise<void> =>
    set(reaction === 'like' ? toggleLikeAtom : toggleBookmarkAtom, trackId),
);
