// The audio engine of this page: one pool for editor and share form. Two workers, so that a preview never waits
// behind hashing.
import { atom } from 'jotai/vanilla';
import { createDsp, type Dsp } from '../dsp/client.ts';

const WORKERS = 2;

const replacedAtom = atom<Dsp | null>(null);

/** Made on first use; writing puts another engine in its place (tests). */
export const dspAtom = atom(
  (get) => get(replacedAtom) ?? createDsp({ workers: WORKERS }),
  (_get, set, dsp: Dsp) => set(replacedAtom, dsp),
);
