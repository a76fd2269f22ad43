// Search results, tags, and the searches stored on this device. The current search is in the URL.
import { atom, type Getter } from 'jotai/vanilla';
import { GENDER_FILTERS } from '../../../api/contract/categories.ts';
import { CATEGORY_PAGE_TRACKS, SEARCH_TAGS_MAX } from '../../../api/contract/limits.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { NO_SEARCH, type Search } from '../../lib/searchPath.ts';
import { clearingsAtom, movedAtom } from '../../state/identity.ts';
import { defineList } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { isVisible, type TracksAtom } from '../../state/tracks.ts';
import { searchTracks } from './localSearch.ts';
import { searchPortsAtom } from './ports.ts';

const RECENT_MAX = 10;

interface FoundQuery {
  query?: string | undefined;
  tags?: string | undefined;
  gender?: string | undefined;
}

/** From every list of tracks this device has loaded. */
async function knownHere(get: Getter, { query = '', tags = '', gender }: FoundQuery) {
  const copies = await get(searchPortsAtom).copiesOf('getTracks');
  const rows = searchTracks(copies.flatMap((copy) => copy.rows as TrackView[]).filter(isVisible), {
    query,
    tags: tags.split(',').filter((tag) => tag !== ''),
    gender: GENDER_FILTERS.find((each) => each === gender) ?? 'all',
  });
  return { rows, takenAt: copies[0]?.takenAt ?? '' };
}

/** Keeps no copies: each typed word would push a copy of the feed off this device. */
const lists = defineList({
  action: 'getTracks',
  table: 'tracks',
  tags: () => ['tracks'],
  knownHere,
  isShown: isVisible,
});

const asQuery = ({ query, tags, gender }: Search) => ({
  ...(query === '' ? {} : { query }),
  ...(tags.length === 0 ? {} : { tags: tags.join(',') }),
  ...(gender === 'all' ? {} : { gender }),
  limit: String(CATEGORY_PAGE_TRACKS),
});

/** In the server's order. */
export const foundList = (search: Search): TracksAtom => lists(asQuery(search));

const similarLists = defineList({
  action: 'getTracks',
  table: 'tracks',
  tags: () => ['tracks'],
  isShown: isVisible,
});

/** Every word at most one typing error away. */
export const similarList = (search: Search): TracksAtom =>
  similarLists({ ...asQuery(search), similar: 'true' });

/** All tags, most used first, or the tags nearest to the given words. */
export const tagsList = defineList({
  action: 'getTags',
  table: 'tags',
  tags: () => ['tracks'],
  hasCopy: true,
});
export const nearestTagsList = defineList({ action: 'getTags', table: 'tags', tags: () => ['tracks'] });

/** Whether the query is not empty. */
export const isActive = ({ query, tags, gender }: Search) =>
  query !== '' || tags.length > 0 || gender !== 'all';

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** A value of this device's settings, read once and written with every change. */
function remembered<T>(key: string, accept: (value: unknown) => value is T, fallback: T) {
  const changedAtom = atom<{ value: T; clearings: number } | null>(null);
  return atom(
    (get) => {
      const changed = get(changedAtom);
      get(movedAtom);
      // Entries cleared from storage since then are deleted here as well.
      if (changed?.clearings === get(clearingsAtom)) return changed.value;
      return get(statePortsAtom).settings.read<T>(key, accept, fallback);
    },
    (get, set, value: T) => {
      set(changedAtom, { value, clearings: get(clearingsAtom) });
      get(statePortsAtom).settings.write(key, value);
    },
  );
}

type Filters = Pick<Search, 'tags' | 'gender'>;
const isFilters = (value: unknown): value is Filters => {
  const { tags, gender } = (value ?? {}) as Partial<Filters>;
  return isTexts(tags) && tags.length <= SEARCH_TAGS_MAX && GENDER_FILTERS.some((each) => each === gender);
};

/** The filters of the last search on this device. */
export const filtersAtom = remembered<Filters>('searchFilters', isFilters, {
  tags: NO_SEARCH.tags,
  gender: NO_SEARCH.gender,
});

/** Recent searches on this device, newest first. */
export const recentSearchesAtom = remembered<readonly string[]>('recentSearches', isTexts, []);

/** The newest entry while it is still being typed. */
const typedAtom = atom<string | null>(null);

/** `entered`: finished; otherwise the next typed text may replace it. Punctuation by itself is not stored. */
export const rememberSearchAtom = atom(null, (get, set, query: string, how: 'typed' | 'entered') => {
  if (!/[\p{L}\p{N}]/u.test(query)) return;
  const typed = get(typedAtom);
  const goesOn = typed !== null && (query.startsWith(typed) || typed.startsWith(query));
  const others = get(recentSearchesAtom).filter((each) => each !== query && !(goesOn && each === typed));
  set(recentSearchesAtom, [query, ...others].slice(0, RECENT_MAX));
  set(typedAtom, how === 'typed' ? query : null);
});

export const forgetSearchAtom = atom(null, (get, set, query: string) =>
  set(
    recentSearchesAtom,
    get(recentSearchesAtom).filter((each) => each !== query),
  ),
);
