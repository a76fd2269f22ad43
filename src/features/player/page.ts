// The track a page is about: known from a list, or asked for by its id.
import { type Atom, atom } from 'jotai/vanilla';
import { CATEGORY_PAGE_TRACKS } from '../../../api/contract/limits.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { playlistAtom, playlistSourceAtom } from '../../state/player.ts';
import { isKeptHere } from '../../state/playing.ts';
import { isVisible, tracksByIdAtom, tracksList } from '../../state/tracks.ts';

export type TrackOnPage =
  | { status: 'loading' }
  | { status: 'found'; track: TrackView }
  | { status: 'missing' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean };

/** What no id looks like is asked of nobody. */
const IS_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A track that is known is shown at once; the server is asked all the same, and its word counts: it may be gone. */
export const trackOnPage = (id: string): Atom<TrackOnPage> =>
  atom((get) => {
    if (!IS_ID.test(id)) return { status: 'missing' };
    const known = get(tracksByIdAtom).get(id);
    // The server knows nothing yet of a recording that waits on this phone.
    if (known !== undefined && isKeptHere(known.url)) return { status: 'found', track: known };
    const asked = get(tracksList({ id }));
    if (asked.status === 'ready' && asked.rows.length === 0) return { status: 'missing' };
    if (known !== undefined)
      return isVisible(known) ? { status: 'found', track: known } : { status: 'missing' };
    if (asked.status === 'failed') return { status: 'failed', code: asked.code, retrying: asked.refreshing };
    return { status: asked.status === 'loading' ? 'loading' : 'missing' };
  });

/** Asks for it once more. */
export const retryTrackAtom = atom(null, (_get, set, id: string) => set(tracksList({ id }), 'refresh'));

const newest = tracksList({ limit: String(CATEGORY_PAGE_TRACKS) });

/** A page opened by its link has no list behind it: this one, then the newest. Null while there is nothing to do. */
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
