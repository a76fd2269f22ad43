// A search as URL: `/search?q=rain&tags=soft,night&gender=females`.
import { GENDER_FILTERS, type GenderFilter } from '../../api/contract/categories.ts';
import { SEARCH_TAGS_MAX } from '../../api/contract/limits.ts';
import { paths } from './paths.ts';

export interface Search {
  /** As typed. */
  query: string;
  /** In lower case, without duplicates, at most `SEARCH_TAGS_MAX`; a recording must have them all. */
  tags: readonly string[];
  gender: GenderFilter;
}

export const NO_SEARCH: Search = { query: '', tags: [], gender: 'all' };

/** Drops invalid parts. */
export function readSearch(params: URLSearchParams): Search {
  const named = (params.get('tags') ?? '').split(',').map((tag) => tag.trim().toLowerCase());
  const tags = [...new Set(named)].filter((tag) => tag !== '').slice(0, SEARCH_TAGS_MAX);
  const gender = GENDER_FILTERS.find((each) => each === params.get('gender')) ?? 'all';
  return { query: (params.get('q') ?? '').trim(), tags, gender };
}

/** The page that shows it. */
export function searchPath({ query = '', tags = [], gender = 'all' }: Partial<Search>): string {
  const params = [
    ...(query === '' ? [] : [`q=${encodeURIComponent(query)}`]),
    ...(tags.length === 0
      ? []
      : [`tags=${tags.map((tag) => encodeURIComponent(tag.toLowerCase())).join(',')}`]),
    ...(gender === 'all' ? [] : [`gender=${gender}`]),
  ];
  return params.length === 0 ? paths.search() : `${paths.search()}?${params.join('&')}`;
}
