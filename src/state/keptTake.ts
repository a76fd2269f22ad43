// A take that was ended by leaving its page: the frame says so wherever the person is now.
import { atom } from 'jotai/vanilla';

/** Seconds recorded; null when there is nothing to say. */
export const keptTakeAtom = atom<{ seconds: number } | null>(null);
