// The feed's own state: the chosen filter, and the rows derived from the tracks everybody shares.
import { atom } from 'jotai/vanilla';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { tracksStatusAtom, visibleTracksAtom } from '../../state/tracks.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';
import {
  type CategoryId,
  categoryTracks,
  FILTERS,
  type Filter,
  feedSections,
  filterTracks,
  type Section,
} from './sections.ts';

const isFilter = (value: unknown): value is Filter => FILTERS.some((filter) => filter === value);

const storedFilterAtom = atom(readSetting<Filter>('feedFilter', isFilter, 'all'));
/** Remembered on this device. */
export const filterAtom = atom(
  (get) => get(storedFilterAtom),
  (_get, set, filter: Filter) => {
    set(storedFilterAtom, filter);
    writeSetting('feedFilter', filter);
  },
);

export interface Stale {
  copyFrom: string | null;
  offline: boolean;
  retrying: boolean;
}

export type FeedState =
  /** Nothing to show yet and a request is running or about to. */
  | { status: 'loading' }
  /** Rows, and a line above them when the last refresh failed. */
  | { status: 'filled'; sections: Section[]; stale: Stale | null }
  | { status: 'emptyFilter'; filter: Filter }
  | { status: 'empty' }
  | ({ status: 'failed' } & Stale);

export const feedAtom = atom((get): FeedState => {
  const request = get(tracksStatusAtom);
  const tracks = get(visibleTracksAtom);
  const stale =
    request.status === 'failed'
      ? { copyFrom: request.copyFrom, offline: request.code === 'offline', retrying: request.retrying }
      : null;
  if (tracks.length === 0) {
    if (stale !== null) return { status: 'failed', ...stale };
    return { status: request.status === 'ready' ? 'empty' : 'loading' };
  }
  const filter = get(filterAtom);
  const chosen = filterTracks(tracks, filter);
  if (chosen.length === 0) return { status: 'emptyFilter', filter };
  return {
    status: 'filled',
    sections: feedSections(chosen, Date.now()),
    stale,
  };
});

export interface CategoryState {
  status: 'loading' | 'ready' | 'failed';
  tracks: TrackView[];
}

/** Category id → its tracks in order, unfiltered. */
export const categoryAtom = atom((get) => {
  const request = get(tracksStatusAtom).status;
  const visible = get(visibleTracksAtom);
  return (id: CategoryId): CategoryState => ({
    status: request === 'idle' || request === 'loading' ? 'loading' : request,
    tracks: categoryTracks(visible, id, Date.now()),
  });
});
