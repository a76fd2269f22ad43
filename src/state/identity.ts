// The account that everything read and written belongs to. A list may arrive before it is known: its copy waits.
import { atom } from 'jotai/vanilla';
import type { Copy } from '../storage/copies.ts';
import { statePortsAtom } from './ports.ts';

const valueAtom = atom<string | null>(null);
const waitingAtom = atom<readonly Omit<Copy, 'of'>[]>([]);

/** `ID ROLE`, empty for a visitor without an account, null while unknown. */
export const identityAtom = atom(
  (get) => get(valueAtom),
  (get, set, of: string) => {
    set(valueAtom, of);
    const copies = get(waitingAtom);
    set(waitingAtom, []);
    for (const copy of copies) set(keepCopyAtom, copy);
  },
);

/** How often the data on this device has changed its owner; readers of settings read again. */
export const movedAtom = atom(0);

/** How often the user cleared traces on this page; a list does not write back what it read before. */
export const clearingsAtom = atom(0);

/** Whether it is a guest, or a visitor who would become one. */
export const isGuest = (identity: string): boolean => identity === '' || identity.endsWith(' guest');

/** The account of an identity; null for a visitor. */
export const accountOf = (identity: string): string | null => identity.split(' ')[0] || null;

/** Stores a copy of a list on this device; a failure is ignored. */
export const keepCopyAtom = atom(null, (get, set, copy: Omit<Copy, 'of'>) => {
  const of = get(valueAtom);
  if (of === null) return set(waitingAtom, [...get(waitingAtom).filter(({ key }) => key !== copy.key), copy]);
  void get(statePortsAtom)
    .copies.write({ ...copy, of })
    .catch(() => undefined);
});
