// Tracks as lists know them.
import type { TrackView } from '../../api/contract/tracks.ts';
import { tableAtom } from './entities.ts';
import { defineList, type ListAtom } from './lists.ts';

/** What a listener may see; absent status counts as active (K30). */
export const isVisible = ({ status }: TrackView): boolean =>
  status === undefined || status === 'active' || status === 'approved';

export const tracksByIdAtom = tableAtom('tracks');

/** What makes the viewer's own lists stale beside the tracks themselves. */
const OWN_TAGS: Readonly<Record<string, string[]>> = { bookmarked: ['bookmarks'], subscribs: ['follows'] };

/** Ranked, filtered and cut into pages by the server; shown in its order. */
export const tracksList = defineList({
  action: 'getTracks',
  table: 'tracks',
  tags: ({ category, likedBy }) => ['tracks', ...(likedBy ? ['likes'] : (OWN_TAGS[category ?? ''] ?? []))],
  hasCopy: true,
  isShown: isVisible,
});

export type TracksAtom = ListAtom<TrackView>;
