// Plays the finished take.
import { atom } from 'jotai/vanilla';
import type { TakePlayer } from '../../audio/takePlayer.ts';
import { claimSoundAtom } from '../../state/sound.ts';
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
    const giveBack = set(claimSoundAtom, () => set(stopPreviewAtom));
    if (giveBack === null) return;
    const done = () => {
      giveBack();
      set(playerAtom, null);
    };
    const player = playTake({ parts, onEnded: done, onFailed: done });
    set(playerAtom, {
      stop: () => {
        giveBack();
        player.stop();
      },
    });
  } catch {
    set(problemAtom, { code: 'load_failed' });
  }
});
