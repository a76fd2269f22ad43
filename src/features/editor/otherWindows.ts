// Another window published or discarded the open take: it stays open here, and becomes a draft again with the first edit.
import { atom } from 'jotai/vanilla';
import { editorPortsAtom } from './ports.ts';

/** `draft`: published there and edited here; `restored`: discarded there and edited here. */
export type Elsewhere = 'no' | 'published' | 'publishedFile' | 'draft' | 'discarded' | 'restored';

const stateAtom = atom<Elsewhere>('no');
export const elsewhereAtom = atom((get) => get(stateAtom));
const isTouchedAtom = atom(false);

/** Watches other windows for the open take; returns the stop. */
export const watchElsewhereAtom = atom(null, (get, set, reference: string): (() => void) => {
  set(stateAtom, 'no');
  set(isTouchedAtom, false);
  return get(editorPortsAtom).elsewhere.watch(reference, (gone) => {
    // Restored there. A message about an edit made here stays.
    if (gone === null && get(stateAtom) === 'discarded') set(stateAtom, 'no');
    if (gone !== null) set(stateAtom, gone);
    // A discard also covers edits, so only a publish turns them into a draft.
    if (gone === 'published' && get(isTouchedAtom)) set(noteEditAtom, reference);
  });
});

/** Call with every edit step. */
export const noteEditAtom = atom(null, (get, set, reference: string) => {
  set(isTouchedAtom, true);
  const state = get(stateAtom);
  if (state !== 'published' && state !== 'discarded') return;
  set(stateAtom, state === 'published' ? 'draft' : 'restored');
  get(editorPortsAtom)
    .elsewhere.keep(reference)
    .catch((error: unknown) => console.warn('could not restore the draft', error));
});
