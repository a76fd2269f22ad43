// The search around what is heard, so that a long take is heard cleaned up at once.

import { atom } from 'jotai/vanilla';
import type { Disturbances, Region } from '../../../dsp/protocol.ts';
import { type EditorSource, sourceAtom } from '../atoms.ts';
import { operationsAtom } from './operations.ts';

/**
 * Seconds that are searched first, so that a long take is heard at once: the first two windows of a preview, and a little
 * before the playhead.
 */
const NEAR_SECONDS = 12;
const BEFORE_SECONDS = 0.5;

interface NearFindings extends Region {
  /** The searched file. */
  of: Blob;
  searching: Promise<Disturbances>;
  /** Null while it is searched. */
  findings: Disturbances | null;
}

const nearStateAtom = atom<NearFindings | null>(null);
/** What disturbs the part of the open take that was heard last; null until it was searched. */
export const nearFindingsAtom = atom((get) => {
  const known = get(nearStateAtom);
  return known && known.of === get(sourceAtom)?.file ? known.findings : null;
});

/** Searches around a region of a long take; null where the take is short enough to be searched as a whole. */
export const searchNearAtom = atom(
  null,
  async (get, set, source: EditorSource, { start, end }: Region): Promise<Disturbances | null> => {
    const { findDisturbances } = get(operationsAtom);
    if (!findDisturbances || source.seconds <= NEAR_SECONDS) return null;
    const known = get(nearStateAtom);
    if (known?.of === source.file && known.start <= start && known.end >= end) return known.searching;
    const from = Math.max(0, Math.min(start - BEFORE_SECONDS, source.seconds - NEAR_SECONDS));
    const range = { start: from, end: Math.max(end, from + NEAR_SECONDS) };
    const searching = findDisturbances(source.file, range);
    const near: NearFindings = { of: source.file, ...range, searching, findings: null };
    set(nearStateAtom, near);
    try {
      const findings = await searching;
      if (get(nearStateAtom) === near) set(nearStateAtom, { ...near, findings });
      return findings;
    } catch (error) {
      if (get(nearStateAtom) === near) set(nearStateAtom, null);
      throw error;
    }
  },
);
