// Plays the removed recording that an open item matches: muffled, from the start until it is stopped.
import { atom } from 'jotai/vanilla';
import { claimSoundAtom } from '../../state/sound.ts';
import { moderationPortsAtom } from './ports.ts';

const stopperAtom = atom<(() => void) | null>(null);
const failedAtom = atom(false);

export const isRemovedPlayingAtom = atom((get) => get(stopperAtom) !== null);
export const removedFailedAtom = atom((get) => get(failedAtom));

export const stopRemovedAtom = atom(null, (get, set) => {
  get(stopperAtom)?.();
  set(stopperAtom, null);
  set(failedAtom, false);
});

export const toggleRemovedAtom = atom(null, (get, set, url: string) => {
  const wasPlaying = get(stopperAtom) !== null;
  const stop = () => set(stopRemovedAtom);
  stop();
  if (wasPlaying) return;
  const giveBack = set(claimSoundAtom, stop);
  if (giveBack === null) return;
  const player = get(moderationPortsAtom).openMuffled(url, {
    onFailed: () => {
      stop();
      set(failedAtom, true);
    },
  });
  player.onEnd = stop;
  set(stopperAtom, () => () => {
    giveBack();
    player.close();
  });
  player.play();
});
