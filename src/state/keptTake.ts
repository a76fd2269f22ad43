// A take that was ended by leaving its page: the frame says so wherever the person is now.
import { atom } from 'jotai/vanilla';

/** `seconds` recorded, and whether only this page's memory has them; null when there is nothing to say. */
export const keptTakeAtom = atom<{ seconds: number; inMemory: boolean } | null>(null);
