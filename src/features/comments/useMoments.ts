// The moments that comments name, for the player's seek ring.
import { useAtomValue } from 'jotai/react';
import { type Atom, atom } from 'jotai/vanilla';
import { useMemo } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { findMoments } from '../../lib/moments.ts';
import { commentsOf } from './atoms.ts';

export interface CommentMoment {
  /** Of the comment. */
  id: string;
  /** Whole seconds from the start. */
  seconds: number;
  userId: string;
  text: string;
}

const NONE: readonly CommentMoment[] = [];

/** Of the loaded comments, newest first. */
const momentsOf = (trackId: string, duration: number): Atom<readonly CommentMoment[]> => {
  const comments = commentsOf(trackId);
  return atom((get) => {
    const state = get(comments);
    if (state.status !== 'ready') return NONE;
    return state.rows.flatMap(({ id, content, user }) =>
      findMoments(content, duration).flatMap(({ seconds }) =>
        seconds === null ? NONE : { id, seconds, userId: user.id, text: content },
      ),
    );
  });
};

const noMoments = atom(NONE);

/** Null while the track is not known. */
export function useMoments(track: TrackView | null): readonly CommentMoment[] {
  const [id, duration] = [track?.id, track?.duration ?? 0];
  return useAtomValue(
    useMemo(() => (id === undefined ? noMoments : momentsOf(id, duration)), [id, duration]),
  );
}
