// Passwords the server refuses as too common. Loaded once per visit, so that forms can check before sending.
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from '../../state/ports.ts';

const NONE: ReadonlySet<string> = new Set();
const valueAtom = atom<ReadonlySet<string> | null>(null);
/** Empty until loaded; the server checks in any case. */
export const commonPasswordsAtom = atom((get) => get(valueAtom) ?? NONE);

export const loadCommonPasswordsAtom = atom(null, async (get, set) => {
  if (get(valueAtom) !== null) return;
  try {
    const { data } = await get(statePortsAtom).read('getCommonPasswords', {});
    set(valueAtom, new Set(data));
  } catch (error) {
    console.warn('could not load the common passwords; only the server checks them', error);
  }
});
