// A newer version of the app is on this device; it takes effect when a page is loaded the next time.
import { atom } from 'jotai/vanilla';

export const newVersionAtom = atom(false);
