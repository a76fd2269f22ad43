// The feed: one small list per category. The first row loads before the others, so that it doesn't share a slow connection
// with rows below the fold.
import { atom, type Getter } from 'jotai/vanilla';
import {
  CATEGORY_IDS,
  type CategoryId,
  GENDER_FILTERS,
  type GenderFilter,
  OWN_CATEGORIES,
} from '../../../api/contract/categories.ts';
import { CATEGORY_PAGE_TRACKS, FEED_SECTION_TRACKS } from '../../../api/contract/limits.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import type { ListState } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { loadSessionAtom, sessionAtom } from '../../state/session.ts';
import { type TracksAtom, tracksList } from '../../state/tracks.ts';

const SETTING = 'feedFilter';
const isFilter = (value: unknown): value is GenderFilter => GENDER_FILTERS.some((filter) => filter === value);

const chosenFilterAtom = atom<GenderFilter | null>(null);
/** Remembered on this device. */
export const filterAtom = atom(
  (get) => get(chosenFilterAtom) ?? get(statePortsAtom).settings.read<GenderFilter>(SETTING, isFilter, 'all'),
  (get, set, filter: GenderFilter) => {
    set(chosenFilterAtom, filter);
    get(statePortsAtom).settings.write(SETTING, filter);
  },
);

/** All recordings of a category, for its own page. */
export const categoryList = (category: CategoryId): TracksAtom =>
  tracksList({ category, limit: String(CATEGORY_PAGE_TRACKS) });

/** A row of the home page. */
export const rowList = (category: CategoryId, filter: GenderFilter): TracksAtom =>
  tracksList({
    category,
    limit: String(FEED_SECTION_TRACKS),
    ...(filter === 'all' ? {} : { gender: filter }),
  });

export interface Section {
  id: CategoryId;
  tracks: readonly TrackView[];
}

export interface Stale {
  copyFrom: string | null;
  code: ApiErrorCode;
  retrying: boolean;
}

export type FeedState =
  /** Nothing to show yet; a request is running or about to start. */
  | { status: 'loading' }
  /** `isComing`: more rows are loading; `stale`: the last refresh failed. */
  | { status: 'filled'; sections: Section[]; isComing: boolean; stale: Stale | null }
  | { status: 'emptyFilter'; filter: GenderFilter }
  | { status: 'empty' }
  /** `code`: why nothing loaded; `offline` outranks the others. */
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean };

type Settled = Exclude<ListState<TrackView>, { status: 'loading' }>;

/** The loaded rows up to the first one still loading, so that nothing shifts. */
function settledRows(get: Getter): { rows: [CategoryId, Settled][]; isComing: boolean } {
  const filter = get(filterAtom);
  const { status } = get(sessionAtom);
  const rows: [CategoryId, Settled][] = [];
  // Reading a list loads it: read the others only after the first.
  const isFirstThere = get(rowList(CATEGORY_IDS[0], filter)).status !== 'loading';
  const asked = CATEGORY_IDS.slice(0, isFirstThere ? undefined : 1)
    .filter((id) => !OWN_CATEGORIES.includes(id) || status !== 'visitor')
    .map((id) => [id, isUnknown(id, status) ? null : get(rowList(id, filter))] as const);
  for (const [id, list] of asked) {
    if (list === null || list.status === 'loading') return { rows, isComing: true };
    rows.push([id, list]);
  }
  return { rows, isComing: false };
}

const isUnknown = (id: CategoryId, session: string) => OWN_CATEGORIES.includes(id) && session === 'unknown';

function staleOf(rows: readonly [CategoryId, Settled][]): Stale | null {
  const failed = rows.flatMap(([, list]) => (list.status === 'failed' ? [list] : []));
  if (failed.length === 0) return null;
  return {
    copyFrom: failed.find(({ copyFrom }) => copyFrom !== null)?.copyFrom ?? null,
    code: failed.find(({ code }) => code === 'offline')?.code ?? failed[0]?.code ?? 'internal',
    retrying: failed.some(({ refreshing }) => refreshing),
  };
}

/** Hides a ranking without likes or comments: it would repeat the row above. */
function isWorthARow(id: CategoryId, { rows }: Settled): boolean {
  if (id === 'top_rated') return rows.some(({ likes }) => likes > 0);
  return id !== 'most_commented' || rows.some(({ commentsCount }) => commentsCount > 0);
}

export const feedAtom = atom((get): FeedState => {
  const { rows, isComing } = settledRows(get);
  const stale = staleOf(rows);
  const filled = rows.filter(([, list]) => list.rows.length > 0);
  const worthy = filled.filter(([id, list]) => isWorthARow(id, list));
  const shown = worthy.length > 0 || isComing ? worthy : filled.slice(0, 1);
  if (shown.length > 0) {
    const sections = shown.map(([id, list]) => ({ id, tracks: list.rows }));
    return { status: 'filled', sections, isComing, stale };
  }
  if (isComing) return { status: 'loading' };
  if (stale !== null) return { status: 'failed', code: stale.code, retrying: stale.retrying };
  const filter = get(filterAtom);
  return filter === 'all' ? { status: 'empty' } : { status: 'emptyFilter', filter };
});

/** The recording whose ring is drawn behind the heading. */
export const heroTrackAtom = atom((get): TrackView | null => {
  const feed = get(feedAtom);
  return feed.status === 'filled' ? (feed.sections[0]?.tracks[0] ?? null) : null;
});

/** Reloads all rows, and the session if it failed to load. */
export const refreshFeedAtom = atom(null, async (get, set) => {
  const filter = get(filterAtom);
  if (get(sessionAtom).status === 'failed') await set(loadSessionAtom);
  const { status } = get(sessionAtom);
  const ids = CATEGORY_IDS.filter((id) => !OWN_CATEGORIES.includes(id) || status !== 'visitor');
  await Promise.all(ids.map((id) => set(rowList(id, filter), 'refresh')));
});
