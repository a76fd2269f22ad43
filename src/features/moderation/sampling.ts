// The samples of the open item, one after the other: it jumps from the end of one to the start of the next and stops after
// the last. What a moderator presses meanwhile ends it.
import { atom } from 'jotai/vanilla';
import type { MuffledPlayer } from '../../audio/muffled.ts';

/** Seconds of the recording. */
export interface Sample {
  start: number;
  seconds: number;
}

/** A fortieth of a sample. */
const LOOK_MS = 50;

const timerAtom = atom<ReturnType<typeof setInterval> | null>(null);
export const isSamplingAtom = atom((get) => get(timerAtom) !== null);

export const stopSamplingAtom = atom(null, (get, set) => {
  const timer = get(timerAtom);
  if (timer === null) return;
  clearInterval(timer);
  set(timerAtom, null);
});

/** From the first on; the caller starts the player and stops the sampling when it falls silent. */
export const startSamplingAtom = atom(
  null,
  (_get, set, player: Pick<MuffledPlayer, 'seek' | 'pause' | 'position'>, samples: readonly Sample[]) => {
    set(stopSamplingAtom);
    let index = 0;
    const jump = (by: 0 | 1) => {
      index += by;
      const sample = samples[index];
      if (!sample) {
        set(stopSamplingAtom);
        player.pause();
      } else if (by === 0 || player.position() < sample.start || player.position() >= endOf(sample)) {
        // One that begins where the last has ended goes on without a gap.
        player.seek(sample.start);
      }
    };
    jump(0);
    set(
      timerAtom,
      setInterval(() => {
        const sample = samples[index];
        if (sample && player.position() >= endOf(sample)) jump(1);
      }, LOOK_MS),
    );
  },
);

const endOf = ({ start, seconds }: Sample): number => start + seconds;
