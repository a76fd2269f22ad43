// A take that ended because its page was left or crashed: the frame shows a notice on any page.
import { atom } from 'jotai/vanilla';

export interface KeptTake {
  /** Seconds recorded. */
  seconds: number;
  /** Page left: `kept` on disk or only `inMemory`. Page crashed: `cutOff`. */
  how: 'kept' | 'inMemory' | 'cutOff';
}

/** Null without a notice. */
export const keptTakeAtom = atom<KeptTake | null>(null);
