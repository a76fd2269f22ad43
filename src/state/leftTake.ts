// A take that ended because its page was left or crashed: the frame shows a notice on any page.
import { atom } from 'jotai/vanilla';

export interface LeftTake {
  /** Seconds recorded. */
  seconds: number;
  /** Page left: `saved` on disk or only `inMemory`. Page crashed: `cutOff`. */
  how: 'saved' | 'inMemory' | 'cutOff';
}

/** Null without a notice. */
export const leftTakeAtom = atom<LeftTake | null>(null);
