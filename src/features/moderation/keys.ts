// Single keys: which there are, and whether this person wants them (WCAG 2.1.4).
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from '../../state/ports.ts';

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

/** What stands open under the item: a question that Enter answers. */
export type Question = { kind: 'reject'; reason: number; own: string } | { kind: 'escalate'; note: string };
/** Null while nothing is asked. */
export const questionAtom = atom<Question | null>(null);
