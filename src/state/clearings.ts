// How often traces were cleared on this page: what a list remembers from before is not written back.
import { atom } from 'jotai/vanilla';

export const clearingsAtom = atom(0);
