// A take that was ended by leaving its page, or by its page's death: the frame says so wherever the person is now.
import { atom } from 'jotai/vanilla';

export interface KeptTake {
  /** Seconds recorded. */
  seconds: number;
  /** Ended by leaving its page, and stored or in this page's memory alone; or cut off, because its page died. */
  how: 'kept' | 'inMemory' | 'cutOff';
}

/** Null when there is nothing to say. */
export const keptTakeAtom = atom<KeptTake | null>(null);
