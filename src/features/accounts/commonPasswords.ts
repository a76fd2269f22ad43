// Passwords that the server refuses as too common, read once a visit, so that a form can say so before it is sent.
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from '../../state/ports.ts';

const NONE: ReadonlySet<string> = new Set();
const valueAtom = atom<ReadonlySet<string> | null>(null);
/** Empty until they are there: the server says it then. */
export const commonPasswordsAtom = atom((get) => get(valueAtom) ?? NONE);

export const loadCommonPasswordsAtom = atom(null, async (get, set) => {
  if (get(valueAtom) !== null) return;
  try {
    const { data } = await get(statePortsAtom).read('getCommonPasswords', {});
    set(valueAtom, new Set(data));
  } catch (error) {
    console.warn('common passwords are known to the server alone', error);
  }
});
