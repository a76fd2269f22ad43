// Plays the samples of the open item one after another, then stops. Other controls end it.
import { atom } from 'jotai/vanilla';
import type { MuffledPlayer } from '../../audio/muffled.ts';

/** Seconds of the recording. */
export interface Sample {
  start: number;
  seconds: number;
}

/** A fortieth of a sample. */
const LOOK_MS = 50;

/** Cancels the running sampling. */
const walkAtom = atom<(() => void) | null>(null);
export const isSamplingAtom = atom((get) => get(walkAtom) !== null);

export const stopSamplingAtom = atom(null, (get, set) => {
  get(walkAtom)?.();
  set(walkAtom, null);
});

type Sampled = Pick<MuffledPlayer, 'seek' | 'pause' | 'position'>;

/**
 * Plays from the first sample, on a player that the caller starts; `onEnd` after the last. Returns a function that
 * cancels it.
 */
export function walkSamples(player: Sampled, samples: readonly Sample[], onEnd: () => void): () => void {
  let index = 0;
  const jump = (by: 0 | 1) => {
    index += by;
    const sample = samples[index];
    if (!sample) {
      clearInterval(timer);
      onEnd();
    } else if (by === 0 || player.position() < sample.start || player.position() >= endOf(sample)) {
      // A sample that begins at the end of the previous one continues without a gap.
      player.seek(sample.start);
    }
  };
  const timer = setInterval(() => {
    const sample = samples[index];
    if (sample && player.position() >= endOf(sample)) jump(1);
  }, LOOK_MS);
  jump(0);
  return () => clearInterval(timer);
}

/** The caller starts the player and stops the sampling when playback stops. */
export const startSamplingAtom = atom(null, (_get, set, player: Sampled, samples: readonly Sample[]) => {
  set(stopSamplingAtom);
  const stop = walkSamples(player, samples, () => {
    set(stopSamplingAtom);
    player.pause();
  });
  set(walkAtom, () => stop);
});

const endOf = ({ start, seconds }: Sample): number => start + seconds;
