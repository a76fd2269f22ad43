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

/** Gives up the one that is on its way. */
const walkAtom = atom<(() => void) | null>(null);
export const isSamplingAtom = atom((get) => get(walkAtom) !== null);

export const stopSamplingAtom = atom(null, (get, set) => {
  get(walkAtom)?.();
  set(walkAtom, null);
});

type Sampled = Pick<MuffledPlayer, 'seek' | 'pause' | 'position'>;

/** From the first on, of a player that somebody else starts; `onEnd` after the last. Returns a function that cancels it. */
export function walkSamples(player: Sampled, samples: readonly Sample[], onEnd: () => void): () => void {
  let index = 0;
  const jump = (by: 0 | 1) => {
    index += by;
    const sample = samples[index];
    if (!sample) {
      clearInterval(timer);
      onEnd();
    } else if (by === 0 || player.position() < sample.start || player.position() >= endOf(sample)) {
      // One that begins where the last has ended goes on without a gap.
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

/** The caller starts the player and stops the sampling when it falls silent. */
export const startSamplingAtom = atom(null, (_get, set, player: Sampled, samples: readonly Sample[]) => {
  set(stopSamplingAtom);
  const stop = walkSamples(player, samples, () => {
    set(stopSamplingAtom);
    player.pause();
  });
  set(walkAtom, () => stop);
});

const endOf = ({ start, seconds }: Sample): number => start + seconds;
