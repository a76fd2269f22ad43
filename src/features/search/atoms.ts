// Search results, tags, and the searches stored on this device. The current search is in the URL.

import { atom, type Getter } from 'jotai/vanilla';
import { GENDER_FILTERS, GENDERS_OF } from '../../../api/contract/categories.ts';
import { CATEGORY_PAGE_TRACKS, SEARCH_TAGS_MAX } from '../../../api/contract/limits.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { NO_SEARCH, type Search } from '../../lib/searchPath.ts';
import { clearingsAtom, movedAtom } from '../../state/identity.ts';
import { defineList } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { isVisible, type TracksAtom } from '../../state/tracks.ts';
import { searchPortsAtom } from './ports.ts';

/** Shortest query word that matches inside another word. */
const INSIDE_MIN_LENGTH = 3;

/** Ignores accents and case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const textOf = ({ title, description, tags, user }: TrackView) =>
  [title, description, ...tags, user.username].join(' ');
const shortTextOf = ({ title, tags, user }: TrackView) => plain([title, ...tags, user.username].join(' '));

/** 2: every word begins a word of the track; 1: every word occurs in it; 0: neither. */
function closeness(track: TrackView, words: readonly string[]): 0 | 1 | 2 {
  const known = wordsOf(textOf(track));
  const begins = (word: string) => known.some((each) => each.startsWith(word));
  if (words.every(begins)) return 2;
  const text = shortTextOf(track);
  const isInside = (word: string) => word.length >= INSIDE_MIN_LENGTH && text.includes(word);
  return words.every((word) => begins(word) || isInside(word)) ? 1 : 0;
}

function fits({ tags, gender }: TrackView, search: Search): boolean {
  const own = tags.map((tag) => tag.toLowerCase());
  if (!search.tags.every((tag) => own.includes(tag))) return false;
  if (search.gender === 'all') return true;
  const shown: readonly string[] = GENDERS_OF[search.gender];
  return gender !== null && shown.includes(gender);
}

/** Each track once: matches at the beginning of a word first, then the newest. */
function searchTracks(tracks: readonly TrackView[], search: Search): TrackView[] {
  const words = wordsOf(search.query);
  if (words.length === 0 && search.query !== '') return [];
  const once = new Map(tracks.toReversed().map((track) => [track.id, track]));
  return [...once.values()]
    .filter((track) => fits(track, search))
    .map((track) => ({ track, close: closeness(track, words) }))
    .filter(({ close }) => close > 0)
    .sort((a, b) => b.close - a.close || b.track.createdAt.localeCompare(a.track.createdAt))
    .map(({ track }) => track);
}

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
  const isContinued = typed !== null && (query.startsWith(typed) || typed.startsWith(query));
  const others = get(recentSearchesAtom).filter((each) => each !== query && !(isContinued && each === typed));
  set(recentSearchesAtom, [query, ...others].slice(0, RECENT_MAX));
  set(typedAtom, how === 'typed' ? query : null);
});

export const forgetSearchAtom = atom(null, (get, set, query: string) =>
  set(
    recentSearchesAtom,
    get(recentSearchesAtom).filter((each) => each !== query),
  ),
);
