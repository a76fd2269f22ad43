// The open take was published in another window: it stays for this one, and is a draft again as soon as it is worked on.
import { atom } from 'jotai/vanilla';
import { editorPortsAtom } from './ports.ts';

export type Elsewhere = 'no' | 'published' | 'draft';

const stateAtom = atom<Elsewhere>('no');
export const publishedElsewhereAtom = atom((get) => get(stateAtom));
const isTouchedAtom = atom(false);

/** Begins to hear of it for the take that is open; answers the stop. */
export const hearPublishedAtom = atom(null, (get, set, reference: string): (() => void) => {
  set(stateAtom, 'no');
  set(isTouchedAtom, false);
  return get(editorPortsAtom).published.hear(reference, () => {
    set(stateAtom, 'published');
    if (get(isTouchedAtom)) set(workOnAtom, reference);
  });
});

/** Call with every step of the edit. */
export const workOnAtom = atom(null, (get, set, reference: string) => {
  set(isTouchedAtom, true);
  if (get(stateAtom) !== 'published') return;
  set(stateAtom, 'draft');
  get(editorPortsAtom)
    .published.keep(reference)
    .catch((error: unknown) => console.warn('the take is no draft again', error));
});
