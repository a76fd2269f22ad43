// The playlist of a list, read when a card is played, so that a growing list doesn't re-render its cards.
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';

/** Returns a stable function that returns the ids of the last rendered `tracks`. */
export function usePlaylist(tracks: readonly TrackView[]): () => string[] {
  const drawn = useRef(tracks);
  useLayoutEffect(() => {
    drawn.current = tracks;
  });
  return useCallback(() => drawn.current.map(({ id }) => id), []);
}
