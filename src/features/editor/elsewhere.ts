// The open take was published or discarded in another window: it stays for this one, and is a draft again as soon as it
// is worked on.
import { atom } from 'jotai/vanilla';
import { editorPortsAtom } from './ports.ts';

/** `draft`: published there and worked on here; `restored`: the same of one that was discarded. */
export type Elsewhere = 'no' | 'published' | 'publishedFile' | 'draft' | 'discarded' | 'restored';

const stateAtom = atom<Elsewhere>('no');
export const elsewhereAtom = atom((get) => get(stateAtom));
const isTouchedAtom = atom(false);

/** Begins to hear of it for the take that is open; answers the stop. */
export const hearElsewhereAtom = atom(null, (get, set, reference: string): (() => void) => {
  set(stateAtom, 'no');
  set(isTouchedAtom, false);
  return get(editorPortsAtom).elsewhere.hear(reference, (gone) => {
    // Brought back there; what this window made a draft again stays told.
    if (gone === null && get(stateAtom) === 'discarded') set(stateAtom, 'no');
    if (gone !== null) set(stateAtom, gone);
    // Who discards a draft means what was done to it, too.
    if (gone === 'published' && get(isTouchedAtom)) set(workOnAtom, reference);
  });
});

/** Call with every step of the edit. */
export const workOnAtom = atom(null, (get, set, reference: string) => {
  set(isTouchedAtom, true);
  const state = get(stateAtom);
  if (state !== 'published' && state !== 'discarded') return;
  set(stateAtom, state === 'published' ? 'draft' : 'restored');
  get(editorPortsAtom)
    .elsewhere.keep(reference)
    .catch((error: unknown) => console.warn('the take is no draft again', error));
});
