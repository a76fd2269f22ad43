// The server's search, run over the tracks this device has loaded, for when the server cannot be reached.
import { GENDERS_OF } from '../../../api/contract/categories.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { Search } from '../../lib/searchPath.ts';

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
export function searchTracks(tracks: readonly TrackView[], search: Search): TrackView[] {
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
