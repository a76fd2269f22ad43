// Tracks as lists know them.
import type { TrackView } from '../../api/contract/tracks.ts';
import { tableAtom } from './entities.ts';
import { defineList, type ListAtom } from './lists.ts';

/** Whether a listener may see it; a missing status counts as active. */
export const isVisible = ({ status }: TrackView): boolean =>
  status === undefined || status === 'active' || status === 'approved';

export const tracksByIdAtom = tableAtom('tracks');

/** Further tags that make the viewer's own lists stale. */
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
