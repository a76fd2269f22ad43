// What next and previous walk through, read when somebody plays: a list that grows does not draw its cards again.
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';

/** The same function for as long as the component stands; it answers the ids of the last drawn `tracks`. */
export function usePlaylist(tracks: readonly TrackView[]): () => string[] {
  const drawn = useRef(tracks);
  useLayoutEffect(() => {
    drawn.current = tracks;
  });
  return useCallback(() => drawn.current.map(({ id }) => id), []);
}
