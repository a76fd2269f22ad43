// How lists of tracks can be asked for: the categories of the feed and its gender filter. Server and app read both
// from here; a new category is a row here, its rule in the query and its words.
import type { Gender } from './tracks.ts';

/** In the feed's order. */
export const CATEGORY_IDS = ['new', 'bookmarked', 'subscribs', 'top_rated', 'most_commented'] as const;
export type CategoryId = (typeof CATEGORY_IDS)[number];

/** Those that are the viewer's own: empty for a visitor without an account. */
const OWN = ['bookmarked', 'subscribs'] as const satisfies readonly CategoryId[];
export type OwnCategoryId = (typeof OWN)[number];
export const OWN_CATEGORIES: readonly CategoryId[] = OWN;

/** Filter → the performer categories it shows; legacy `Mixed` counts as couples (K31). */
export const GENDERS_OF = {
  couples: ['Couple', 'Mixed'],
  females: ['Female'],
  males: ['Male'],
  diverse: ['Diverse'],
} as const satisfies Record<string, readonly Gender[]>;

export type GenderFilter = 'all' | keyof typeof GENDERS_OF;
export const GENDER_FILTERS: readonly GenderFilter[] = ['all', 'couples', 'females', 'males', 'diverse'];
