// Silence after a while, with the last ten seconds fading. It belongs to no page: routes change under it.
import { atom } from 'jotai/vanilla';
import { applyVolumeAtom, durationSecondsAtom, fadeAtom, playerStateAtom, speedAtom } from '../player.ts';
import { pauseAtom, positionAtom } from '../playerRun.ts';
import { listeningPortsAtom } from './ports.ts';

/** Minutes that are offered. */
export const SLEEP_MINUTES = [5, 15, 30] as const;
const FADE_SECONDS = 10;
/** Steps of the fade, too small to be heard. */
const LOOK_MS = 200;

export type SleepTimer =
  | { kind: 'off' }
  /** `endsAt`: milliseconds since 1970. */
  | { kind: 'time'; minutes: number; endsAt: number }
  | { kind: 'trackEnd'; trackId: string };

const timerAtom = atom<SleepTimer>({ kind: 'off' });
export const sleepTimerAtom = atom((get) => get(timerAtom));
/** Whole seconds until silence; null without a timer. */
const leftAtom = atom<number | null>(null);
export const sleepLeftAtom = atom((get) => get(leftAtom));
const lookingAtom = atom<ReturnType<typeof setInterval> | null>(null);

const fadeTo = atom(null, (get, set, share: number) => {
  if (get(fadeAtom) === share) return;
  set(fadeAtom, share);
  set(applyVolumeAtom);
});

const armAtom = atom(null, (get, set, timer: SleepTimer) => {
  const looking = get(lookingAtom);
  if (looking !== null) clearInterval(looking);
  set(timerAtom, timer);
  set(fadeTo, 1);
  set(leftAtom, null);
  set(lookingAtom, timer.kind === 'off' ? null : setInterval(() => set(lookAtom), LOOK_MS));
  if (timer.kind !== 'off') set(lookAtom);
});

export const sleepInAtom = atom(null, (get, set, minutes: number) =>
  set(armAtom, { kind: 'time', minutes, endsAt: get(listeningPortsAtom).now() + minutes * 60_000 }),
);
export const sleepAtTrackEndAtom = atom(null, (get, set) => {
  const state = get(playerStateAtom);
  if (state.phase !== 'idle') set(armAtom, { kind: 'trackEnd', trackId: state.trackId });
});
export const cancelSleepAtom = atom(null, (_get, set) => set(armAtom, { kind: 'off' }));

/** Also on every tick of the sound: timers of a page in the background run late. */
export const lookAtom = atom(null, (get, set) => {
  const timer = get(timerAtom);
  const state = get(playerStateAtom);
  if (timer.kind === 'off') return;
  // The track it waits for is not there any more.
  if (timer.kind === 'trackEnd' && (state.phase === 'idle' || state.trackId !== timer.trackId))
    return set(cancelSleepAtom);
  const left =
    timer.kind === 'time'
      ? (timer.endsAt - get(listeningPortsAtom).now()) / 1000
      : (get(durationSecondsAtom) - set(positionAtom)) / get(speedAtom);
  set(leftAtom, Math.max(0, Math.ceil(left)));
  if (timer.kind === 'time' && left <= 0) {
    set(pauseAtom);
    return set(cancelSleepAtom);
  }
  set(fadeTo, Math.min(1, Math.max(0, left / FADE_SECONDS)));
});

/** True, and the timer is done, when it waited for the end of a track. */
export const endsWithTrackAtom = atom(null, (get, set): boolean => {
  const isEnd = get(timerAtom).kind === 'trackEnd';
  if (isEnd) set(cancelSleepAtom);
  return isEnd;
});
