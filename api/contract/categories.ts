// Feed categories and performer categories. A new feed category needs a row here, its rule in the query and its title.

/** In the feed's order. */
export const CATEGORY_IDS = ['new', 'bookmarked', 'subscribs', 'top_rated', 'most_commented'] as const;
export type CategoryId = (typeof CATEGORY_IDS)[number];

/** Personal categories: empty for a visitor without an account. */
const OWN = ['bookmarked', 'subscribs'] as const satisfies readonly CategoryId[];
export type OwnCategoryId = (typeof OWN)[number];

export const OWN_CATEGORIES: readonly CategoryId[] = OWN;

/** Filter → performer categories it shows. */
export const GENDERS_OF = {
  couples: ['Couple', 'Mixed'],
  females: ['Female'],
  males: ['Male'],
  diverse: ['Diverse'],
} as const satisfies Record<string, readonly Gender[]>;

export type GenderFilter = 'all' | keyof typeof GENDERS_OF;

export const GENDER_FILTERS: readonly GenderFilter[] = ['all', 'couples', 'females', 'males', 'diverse'];

/** The performer categories a publisher can choose. */
export const GENDERS = ['Female', 'Male', 'Couple', 'Diverse'] as const;
/** `Mixed` occurs in old recordings and is never offered. */
export type Gender = (typeof GENDERS)[number] | 'Mixed';
