// What of this device's settings tells something of a person; `tests/architecture/traces.test.ts` knows every other one.

/** Heard, looked for, typed, published, registered, news; and the ids by which that can be put together. */
export const TELLING_SETTINGS: readonly string[] = [
  'history',
  'places',
  'recentSearches',
  'searchFilters',
  'feedFilter',
  'registration',
  'oldName',
  'profileDraft',
  'wordsDraft',
  'news',
  'moderatorKeys',
  'deviceStats',
  'deviceId',
];
