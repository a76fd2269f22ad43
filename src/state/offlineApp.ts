// Whether this browser stores the app's files, so that it opens without a network. A setting of this device.
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from './ports.ts';

const SETTING = 'keepsApp';
const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

const chosenAtom = atom<boolean | null>(null);
/** True unless the user turned it off; `app/offline.ts` applies it. */
export const keepsAppAtom = atom(
  (get) => get(chosenAtom) ?? get(statePortsAtom).settings.read(SETTING, isSwitch, true),
  (get, set, keeps: boolean) => {
    set(chosenAtom, keeps);
    get(statePortsAtom).settings.write(SETTING, keeps);
  },
);

/** A newer version of the app is on this device; it takes effect when a page is loaded the next time. */
export const newVersionAtom = atom(false);
