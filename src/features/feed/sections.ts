// Which tracks stand in which section, and in which order (S1 §9). Pure.
import { FEED_SECTION_TRACKS, NEW_TRACK_DAYS } from '../../../api/contract/limits.ts';
import type { Gender, TrackView } from '../../../api/contract/tracks.ts';

export const CATEGORY_IDS = ['new', 'bookmarked', 'subscribs', 'top_rated', 'most_commented'] as const;
export type CategoryId = (typeof CATEGORY_IDS)[number];

export const FILTERS = ['all', 'couples', 'females', 'males', 'diverse'] as const;
export type Filter = (typeof FILTERS)[number];

const GENDERS_OF: Record<Exclude<Filter, 'all'>, readonly Gender[]> = {
  couples: ['Couple', 'Mixed'],
  females: ['Female'],
  males: ['Male'],
  diverse: ['Diverse'],
};

export interface Section {
  id: CategoryId;
  tracks: TrackView[];
  /** How many the category page has. */
  total: number;
}

const DAY_MS = 86_400_000;
const newestFirst = (a: TrackView, b: TrackView) => Date.parse(b.createdAt) - Date.parse(a.createdAt);

/** Tracks that pass the gender filter; legacy `Mixed` counts as couples (K31). */
export function filterTracks(tracks: readonly TrackView[], filter: Filter): TrackView[] {
  if (filter === 'all') return tracks.slice();
  const genders = GENDERS_OF[filter];
  return tracks.filter((track) => track.gender !== null && genders.includes(track.gender));
}

/**
 * All tracks of a category in its order. `now` in epoch milliseconds. Equal votes: what is heard more,
 * or is longer, comes first, so that the rankings of a young site show other tracks than the newest.
 */
export function categoryTracks(tracks: readonly TrackView[], id: CategoryId, now: number): TrackView[] {
  const newest = [...tracks].sort(newestFirst);
  switch (id) {
    case 'new':
      return newest.filter((track) => now - Date.parse(track.createdAt) < NEW_TRACK_DAYS * DAY_MS);
    case 'bookmarked':
      return newest.filter((track) => track.isBookmarked);
    case 'subscribs':
      // Follows are not on the wire; nobody is followed.
      return [];
    case 'top_rated':
      return newest.reverse().sort((a, b) => b.likes - a.likes || b.plays - a.plays);
    case 'most_commented':
      return newest.sort((a, b) => b.commentsCount - a.commentsCount || b.duration - a.duration);
  }
}

/**
 * The rows of the feed: at most six tracks each, empty ones left out. A ranking without a single vote
 * is left out as well while it would show nothing but the row above it.
 */
export function feedSections(tracks: readonly TrackView[], now: number): Section[] {
  const rows = CATEGORY_IDS.map((id) => ({ id, all: categoryTracks(tracks, id, now) })).filter(
    ({ all }) => all.length > 0,
  );
  const voted = rows.filter(({ id, all }) => {
    if (all.length > FEED_SECTION_TRACKS) return true;
    if (id === 'top_rated') return (all[0]?.likes ?? 0) > 0;
    return id !== 'most_commented' || (all[0]?.commentsCount ?? 0) > 0;
  });
  return (voted.length > 0 ? voted : rows.slice(0, 1)).map(({ id, all }) => ({
    id,
    tracks: all.slice(0, FEED_SECTION_TRACKS),
    total: all.length,
  }));
}
