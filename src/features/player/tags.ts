// The chips under a title: the performer category first, then the track's own tags. Pure.
import type { TrackView } from '../../../api/contract/tracks.ts';
import { playerMessages } from '../../lib/messages/player.ts';

export interface ShownTags {
  tags: string[];
  /** The documented placeholders (K32), shown muted and never stored. */
  standIn: boolean;
}

export function shownTags(track: Pick<TrackView, 'gender' | 'tags'>): ShownTags {
  const gender = track.gender === null ? [] : [track.gender];
  const same = (tag: string) => tag.toLowerCase() === track.gender?.toLowerCase();
  const own = track.tags.filter((tag, index, all) => !same(tag) && all.indexOf(tag) === index);
  if (gender.length + own.length > 0) return { tags: [...gender, ...own], standIn: false };
  return { tags: Object.values(playerMessages.defaultTags), standIn: true };
}
