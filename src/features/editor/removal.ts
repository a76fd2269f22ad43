// Removing an area: at once, with a way back that stands there for a while.
import { atom } from 'jotai/vanilla';
import type { Area } from './areas.ts';
import { areasAtom, removeAreaAtom, undoAtom } from './atoms.ts';

/** The list as the removal left it; whatever changes it next has answered the offer. */
const leftAtom = atom<Area[] | null>(null);

export const dropAreaAtom = atom(null, (get, set, id: string) => {
  const before = get(areasAtom);
  set(removeAreaAtom, id);
  const after = get(areasAtom);
  set(leftAtom, after.length < before.length ? after : null);
});

/** True while the last step was a removal that has not been answered. */
export const justRemovedAtom = atom((get) => {
  const left = get(leftAtom);
  return left !== null && left === get(areasAtom);
});

/** Takes the offer away; the removal can still be undone like any step. */
export const forgetRemovalAtom = atom(null, (_get, set) => set(leftAtom, null));

export const undoRemovalAtom = atom(null, (_get, set) => {
  set(leftAtom, null);
  set(undoAtom);
});
