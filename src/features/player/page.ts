// The track of a page: already loaded by a list, or requested by its id.
import { type Atom, atom } from 'jotai/vanilla';
import { CATEGORY_PAGE_TRACKS } from '../../../api/contract/limits.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { isKeptHere } from '../../state/attempt.ts';
import { playlistAtom, playlistSourceAtom } from '../../state/player.ts';
import { isVisible, tracksByIdAtom, tracksList } from '../../state/tracks.ts';

export type TrackOnPage =
  | { status: 'loading' }
  | { status: 'found'; track: TrackView }
  | { status: 'missing' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean };

/** Text that cannot be an id is not sent to the server. */
const IS_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A loaded track is shown at once. The server is still asked, because the track may have been deleted. */
export const trackOnPage = (id: string): Atom<TrackOnPage> =>
  atom((get) => {
    if (!IS_ID.test(id)) return { status: 'missing' };
    const known = get(tracksByIdAtom).get(id);
    // A recording that still waits on this device is unknown to the server.
    if (known !== undefined && isKeptHere(known.url)) return { status: 'found', track: known };
    const asked = get(tracksList({ id }));
    if (asked.status === 'ready' && asked.rows.length === 0) return { status: 'missing' };
    if (known !== undefined)
      return isVisible(known) ? { status: 'found', track: known } : { status: 'missing' };
    if (asked.status === 'failed') return { status: 'failed', code: asked.code, retrying: asked.refreshing };
    return { status: asked.status === 'loading' ? 'loading' : 'missing' };
  });

/** Requests the track again. */
export const retryTrackAtom = atom(null, (_get, set, id: string) => set(tracksList({ id }), 'refresh'));

const newest = tracksList({ limit: String(CATEGORY_PAGE_TRACKS) });

/** A playlist for a page opened by its link: this track, then the newest. Null while one has the track or nothing is loaded. */
export const standInPlaylist = (id: string): Atom<readonly string[] | null> =>
  atom((get) => {
    if (get(playlistAtom).includes(id) || !get(tracksByIdAtom).has(id)) return null;
    const list = get(newest);
    if (list.status === 'loading') return null;
    const ids = list.rows.map((track) => track.id);
    return ids.includes(id) ? ids : [id, ...ids];
  });

export const takePlaylistAtom = atom(null, (_get, set, ids: readonly string[]) => {
  set(playlistAtom, ids);
  set(playlistSourceAtom, { list: newest });
});
