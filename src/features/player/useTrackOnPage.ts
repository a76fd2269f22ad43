// Finds the track of a page; the player's page also makes it current, without starting it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useMemo } from 'react';
import { seekAtom, selectTrackAtom } from '../../state/playerActions.ts';
import { retryTrackAtom, standInPlaylist, type TrackOnPage, takePlaylistAtom, trackOnPage } from './page.ts';

export interface FoundTrack {
  found: TrackOnPage;
  retry: () => void;
}

export function useTrack(id: string): FoundTrack {
  const found = useAtomValue(useMemo(() => trackOnPage(id), [id]));
  const retry = useSetAtom(retryTrackAtom);
  return { found, retry: () => void retry(id) };
}

/** `moment`: start position in seconds; null keeps the current position. */
export function useTrackOnPage(id: string, moment: number | null): FoundTrack {
  const { found, retry } = useTrack(id);
  const playlist = useAtomValue(useMemo(() => standInPlaylist(id), [id]));
  const select = useSetAtom(selectTrackAtom);
  const seek = useSetAtom(seekAtom);
  const takePlaylist = useSetAtom(takePlaylistAtom);
  const trackId = found.status === 'found' ? found.track.id : null;
  useEffect(() => {
    if (trackId === null) return;
    select(trackId);
    if (moment !== null) seek(moment);
  }, [trackId, moment, select, seek]);
  useEffect(() => {
    if (playlist !== null) takePlaylist(playlist);
  }, [playlist, takePlaylist]);
  return { found, retry };
}
