// Finds the track of a page; the player's page also makes it current, without starting it.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type Atom, atom } from 'jotai/vanilla';
import { useEffect, useMemo } from 'react';
import { CATEGORY_PAGE_TRACKS } from '../../../api/contract/limits.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { playlistAtom, playlistSourceAtom } from '../../state/player.ts';
import { selectTrackAtom } from '../../state/playerActions.ts';
import { isLocalUrl, seekAtom } from '../../state/playerRun.ts';
import { isVisible, tracksByIdAtom, tracksList } from '../../state/tracks.ts';

/** The track of a page: already loaded by a list, or requested by its id. */
type TrackOnPage =
  | { status: 'loading' }
  | { status: 'found'; track: TrackView }
  | { status: 'missing' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean };

/** Text that cannot be an id is not sent to the server. */
const IS_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A loaded track is shown at once. The server is still asked, because the track may have been deleted. */
const trackOnPage = (id: string): Atom<TrackOnPage> =>
  atom((get) => {
    if (!IS_ID.test(id)) return { status: 'missing' };
    const known = get(tracksByIdAtom).get(id);
    // A recording that still waits on this device is not on the server.
    if (known !== undefined && isLocalUrl(known.url)) return { status: 'found', track: known };
    const asked = get(tracksList({ id }));
    if (asked.status === 'ready' && asked.rows.length === 0) return { status: 'missing' };
    if (known !== undefined)
      return isVisible(known) ? { status: 'found', track: known } : { status: 'missing' };
    if (asked.status === 'failed') return { status: 'failed', code: asked.code, retrying: asked.refreshing };
    return { status: asked.status === 'loading' ? 'loading' : 'missing' };
  });

/** Requests the track again. */
const retryTrackAtom = atom(null, (_get, set, id: string) => set(tracksList({ id }), 'refresh'));

const newest = tracksList({ limit: String(CATEGORY_PAGE_TRACKS) });

/**
 * A playlist for a page opened by its link: this track, then the newest. Null while another playlist has the track or
 * nothing is loaded.
 */
const standInPlaylist = (id: string): Atom<readonly string[] | null> =>
  atom((get) => {
    if (get(playlistAtom).includes(id) || !get(tracksByIdAtom).has(id)) return null;
    const list = get(newest);
    if (list.status === 'loading') return null;
    const ids = list.rows.map((track) => track.id);
    return ids.includes(id) ? ids : [id, ...ids];
  });

const takePlaylistAtom = atom(null, (_get, set, ids: readonly string[]) => {
  set(playlistAtom, ids);
  set(playlistSourceAtom, { list: newest });
});

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
