// What is heard before a recording that is added to a draft: the sound up to its place.
import { atom } from 'jotai/vanilla';
import type { PcmRange } from '../dsp/protocol.ts';

/** Its length; silence is before the start of a draft. */
export const LEAD_IN_SECONDS = 2;

/** Null: nothing is heard. */
export const leadInAtom = atom<PcmRange | null>(null);
