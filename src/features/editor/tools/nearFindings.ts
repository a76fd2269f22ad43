// The search around what is heard, so that a long take is heard cleaned up at once.

import { atom } from 'jotai/vanilla';
import type { Disturbances, Region } from '../../../dsp/protocol.ts';
import { type EditorSource, sourceAtom } from '../atoms.ts';
import { operationsAtom } from './operations.ts';

/** Seconds of a part that is searched, at least: the first window of a preview, a little before and after it. */
const PART_SECONDS = 6;
const BEFORE_SECONDS = 0.5;
/** Shorter takes are searched as a whole. */
const LONG_SECONDS = 12;

interface Part<Findings> extends Region {
  /** The searched file. */
  of: Blob;
  findings: Findings;
}

const searchAtom = atom<Part<Promise<Disturbances>> | null>(null);
const foundAtom = atom<Part<Disturbances> | null>(null);
/** What disturbs the part of the open take that was searched last; null until one was. */
export const nearFindingsAtom = atom((get) => {
  const found = get(foundAtom);
  return found && found.of === get(sourceAtom)?.file ? found.findings : null;
});

/** Searches around a region of a long take; null where the take is short enough to be searched as a whole. */
export const searchNearAtom = atom(
  null,
  async (get, set, source: EditorSource, { start, end }: Region): Promise<Disturbances | null> => {
    const { findDisturbances } = get(operationsAtom);
    if (!findDisturbances || source.seconds <= LONG_SECONDS) return null;
    for (const known of [get(foundAtom), get(searchAtom)])
      if (known?.of === source.file && known.start <= start && known.end >= end) return known.findings;
    const from = Math.max(0, Math.min(start - BEFORE_SECONDS, source.seconds - PART_SECONDS));
    const range = { start: from, end: Math.max(end, from + PART_SECONDS) };
    const search = { of: source.file, ...range, findings: findDisturbances(source.file, range) };
    set(searchAtom, search);
    try {
      const findings = await search.findings;
      if (get(searchAtom) === search) set(foundAtom, { ...search, findings });
      return findings;
    } catch (error) {
      if (get(searchAtom) === search) set(searchAtom, null);
      throw error;
    }
  },
);
