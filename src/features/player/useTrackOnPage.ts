// Finds the track a page is about and makes it current, without starting it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { playlistAtom } from '../../state/player.ts';
import { selectTrackAtom } from '../../state/playerActions.ts';
import {
  isVisible,
  loadTracksAtom,
  tracksByIdAtom,
  tracksStatusAtom,
  visibleTracksAtom,
} from '../../state/tracks.ts';

export type TrackOnPage =
  | { status: 'loading' }
  | { status: 'found'; track: TrackView }
  | { status: 'missing' }
  | { status: 'failed'; retry: () => void; retrying: boolean };

export function useTrackOnPage(id: string): TrackOnPage {
  const known = useAtomValue(tracksByIdAtom).get(id);
  const request = useAtomValue(tracksStatusAtom);
  const load = useSetAtom(loadTracksAtom);
  const select = useSetAtom(selectTrackAtom);
  const visible = useAtomValue(visibleTracksAtom);
  const playlist = useAtomValue(playlistAtom);
  const setPlaylist = useSetAtom(playlistAtom);
  const track = known !== undefined && isVisible(known) ? known : null;
  const trackId = track?.id;

  useEffect(() => {
    if (request.status === 'idle') void load();
  }, [request.status, load]);
  useEffect(() => {
    if (trackId !== undefined) select(trackId);
  }, [trackId, select]);
  useEffect(() => {
    // A page opened by its link has no list behind it: next and previous walk through everything.
    if (trackId !== undefined && !playlist.includes(trackId)) setPlaylist(visible.map((each) => each.id));
  }, [trackId, playlist, visible, setPlaylist]);

  if (track !== null) return { status: 'found', track };
  if (request.status === 'idle' || request.status === 'loading') return { status: 'loading' };
  if (request.status === 'failed') {
    return { status: 'failed', retry: () => void load(), retrying: request.retrying };
  }
  return { status: 'missing' };
}
