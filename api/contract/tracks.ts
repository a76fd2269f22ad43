// What both sides know of tracks: constants, and the types of what `views/tracks.ts` describes.

export type { Gender, TagView, TrackView } from './views/tracks.ts';

/** The categories a publisher can choose. */
export const GENDERS = ['Female', 'Male', 'Couple', 'Diverse'] as const;

export const TRACK_STATUSES = [
  'active',
  'pending',
  'inactive',
  'approved',
  'rejected',
  'pending_review',
] as const;
