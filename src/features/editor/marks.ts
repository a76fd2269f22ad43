// The places that the person marked while recording: shown and jumped to inside the kept areas. Parts move them; other
// edits don't change them.
import { atom } from 'jotai/vanilla';
import { areasAtom, sourceAtom } from './atoms.ts';
import { playingAtom, readPositionAtom, seekEditorAtom } from './listen.ts';
import { placesOf } from './parts.ts';

/** Of the open take; seconds, ascending. */
export const marksAtom = atom<readonly number[]>([]);

/** Those inside kept areas. */
export const keptMarksAtom = atom((get) => {
  const source = get(sourceAtom);
  const own = get(marksAtom);
  if (own.length === 0) return own;
  const marks = source?.parts ? placesOf(source.parts, source.reference, own) : own;
  const areas = get(areasAtom);
  return marks.filter((at) => areas.some(({ start, end }) => at >= start && at <= end));
});

/** While the sound runs on, "previous" does not return to a mark that it has just left, seconds. */
const JUST_LEFT = 1;
const SAME_PLACE = 0.01;

/** Moves the playhead to the next or previous mark in a kept area; playback continues there. */
export const jumpToMarkAtom = atom(null, (get, set, direction: 1 | -1) => {
  const at = set(readPositionAtom);
  const marks = get(keptMarksAtom);
  const before = at - (get(playingAtom) ? JUST_LEFT : SAME_PLACE);
  const to =
    direction === 1 ? marks.find((mark) => mark > at + SAME_PLACE) : marks.findLast((mark) => mark < before);
  if (to !== undefined) set(seekEditorAtom, to);
});
