// Finds the track a page is about and makes it current, without starting it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo } from 'react';
import { selectTrackAtom } from '../../state/playerActions.ts';
import { retryTrackAtom, standInPlaylist, type TrackOnPage, takePlaylistAtom, trackOnPage } from './page.ts';

export function useTrackOnPage(id: string): { found: TrackOnPage; retry: () => void } {
  const found = useAtomValue(useMemo(() => trackOnPage(id), [id]));
  const playlist = useAtomValue(useMemo(() => standInPlaylist(id), [id]));
  const select = useSetAtom(selectTrackAtom);
  const takePlaylist = useSetAtom(takePlaylistAtom);
  const retry = useSetAtom(retryTrackAtom);
  const trackId = found.status === 'found' ? found.track.id : null;
  useEffect(() => {
    if (trackId !== null) select(trackId);
  }, [trackId, select]);
  useEffect(() => {
    if (playlist !== null) takePlaylist(playlist);
  }, [playlist, takePlaylist]);
  return { found, retry: () => void retry(id) };
}
