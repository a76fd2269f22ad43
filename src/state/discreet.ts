// Discreet mode: tab, icon and lock screen show nothing about what plays. A setting of this device.
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from './ports.ts';

const SETTING = 'discreet';
const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

const PANIC = 'panic';

const chosenAtom = atom<boolean | null>(null);
/** True: nothing outside the page names a track, a person or the site. */
export const discreetAtom = atom(
  (get) => get(chosenAtom) ?? get(statePortsAtom).settings.read(SETTING, isSwitch, false),
  (get, set, discreet: boolean) => {
    set(chosenAtom, discreet);
    get(statePortsAtom).settings.write(SETTING, discreet);
  },
);

const chosenPanicAtom = atom<boolean | null>(null);
/** Whether a double Esc or a two-finger double tap leaves at once; comes with discreet mode unless chosen otherwise. */
export const panicAtom = atom(
  (get) => get(chosenPanicAtom) ?? get(statePortsAtom).settings.read(PANIC, isSwitch, get(discreetAtom)),
  (get, set, panic: boolean) => {
    set(chosenPanicAtom, panic);
    get(statePortsAtom).settings.write(PANIC, panic);
  },
);
