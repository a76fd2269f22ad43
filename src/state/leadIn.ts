// The sound of the draft just before the place where a new recording is added. The recorder plays it first.
import { atom } from 'jotai/vanilla';
import type { PcmRange } from '../dsp/protocol.ts';

/** Its length, seconds. Where a draft has less before that place, silence comes first. */
export const LEAD_IN_SECONDS = 2;

/** Null: nothing is heard. */
export const leadInAtom = atom<PcmRange | null>(null);
