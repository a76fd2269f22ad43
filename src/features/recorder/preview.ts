// Hearing a take before its fate is decided.
import { atom } from 'jotai/vanilla';
import type { TakePlayer } from '../../audio/takePlayer.ts';
import { finishedTakeAtom, problemAtom } from './atoms.ts';
import { recorderPortsAtom } from './ports.ts';

const playerAtom = atom<TakePlayer | null>(null);
export const isPreviewingAtom = atom((get) => get(playerAtom) !== null);

export const stopPreviewAtom = atom(null, (get, set) => {
  get(playerAtom)?.stop();
  set(playerAtom, null);
});

export const togglePreviewAtom = atom(null, async (get, set) => {
  if (get(playerAtom)) return set(stopPreviewAtom);
  const take = get(finishedTakeAtom);
  if (!take) return;
  const { drafts, playTake } = get(recorderPortsAtom);
  try {
    const parts = take.blob ? [take.blob] : await drafts.readTakeParts(take.takeId ?? '');
    const done = () => set(playerAtom, null);
    set(playerAtom, playTake({ parts, onEnded: done, onFailed: done }));
  } catch {
    set(problemAtom, { code: 'load_failed' });
  }
});
