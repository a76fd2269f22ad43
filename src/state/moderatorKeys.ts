// Whether this moderator wants single-key shortcuts, in the queue and in the reports (WCAG 2.1.4).
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from './ports.ts';

const SETTING = 'moderatorKeys';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const chosenAtom = atom<boolean | null>(null);
export const keysOnAtom = atom(
  (get) => get(chosenAtom) ?? get(statePortsAtom).settings.read(SETTING, isBoolean, true),
  (get, set, on: boolean) => {
    set(chosenAtom, on);
    get(statePortsAtom).settings.write(SETTING, on);
  },
);

/** Elements in which single keys are text. */
export const TAKES_TEXT =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';
