// The run of the current track from selection to pause or failure (S1 §4): what is loaded, its timers, the right to sound.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { isOffline } from './online.ts';
import {
  currentPinAtom,
  elapsedSecondsAtom,
  mediaDurationAtom,
  type PlayerFailure,
  type PlayerState,
  playbackAtom,
  playerStateAtom,
} from './player.ts';
import { tellAtom } from './playerNews.ts';
import { claimSoundAtom } from './sound.ts';

/** S1 §4. */
export const LOAD_LIMIT_MS = 15_000;

/** What one load of the element went through; replaced with every new track. */
export interface Run {
  trackId: string;
  /** Whether the element has this track's source. */
  loaded: boolean;
  /** Every try of its own number: what an earlier one still reports is void. */
  attempt: number;
  /** Second at which the one retry was used; null while it is not. */
  retriedAt: number | null;
  /** Whether a person has moved inside the track. */
  moved?: boolean;
  loadTimer?: ReturnType<typeof setTimeout> | undefined;
  retryTimer?: ReturnType<typeof setTimeout> | undefined;
  /** The right to sound. */
  giveBack?: (() => void) | undefined;
}

export const runAtom = atom<Run | null>(null);
/** Whether the element has the current track: positions are the element's then. */
export const isLoadedAtom = atom(null, (get): boolean => get(runAtom)?.loaded ?? false);

export function enter(set: Setter, state: PlayerState): void {
  set(playerStateAtom, state);
  set(tellAtom, 'state');
}

export const isRunning = ({ phase }: PlayerState) => phase === 'playing' || phase === 'loading';

export function stopTimers(run: Run | null): void {
  clearTimeout(run?.loadTimer);
  clearTimeout(run?.retryTimer);
  if (run !== null) run.retryTimer = undefined;
}

/** Ends what is on its way; the source stays. */
function halt(run: Run | null): void {
  stopTimers(run);
  run?.giveBack?.();
}

export function fail(get: Getter, set: Setter, run: Run, code: PlayerFailure): void {
  halt(run);
  run.loaded = false;
  get(playbackAtom)?.unload();
  enter(set, {
    phase: 'failed',
    trackId: run.trackId,
    code: code !== 'audio_gone' && isOffline() ? 'offline' : code,
  });
}

export function startLoadTimer(get: Getter, set: Setter, run: Run): void {
  clearTimeout(run.loadTimer);
  run.loadTimer = setTimeout(() => {
    if (get(runAtom) === run && get(playerStateAtom).phase === 'loading')
      fail(get, set, run, 'audio_stalled');
  }, LOAD_LIMIT_MS);
}

/** Forgets the track before and makes this one current without fetching a byte of it; null: none. */
export const selectAtom = atom(null, (get, set, trackId: string | null) => {
  // The one before is left where it stands.
  set(tellAtom, 'leaving');
  halt(get(runAtom));
  get(playbackAtom)?.unload();
  set(runAtom, trackId === null ? null : { trackId, loaded: false, attempt: 0, retriedAt: null });
  set(currentPinAtom, trackId === null ? [] : [trackId]);
  set(elapsedSecondsAtom, 0);
  set(mediaDurationAtom, 0);
  enter(set, trackId === null ? { phase: 'idle' } : { phase: 'paused', trackId });
});

export const pauseAtom = atom(null, (get, set) => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle') return;
  halt(get(runAtom));
  get(playbackAtom)?.pause();
  if (isRunning(state)) enter(set, { phase: 'paused', trackId: state.trackId });
});

/** True when it may sound; false while the microphone records. */
export function claim(set: Setter, run: Run): boolean {
  run.giveBack?.();
  run.giveBack = set(claimSoundAtom, () => set(pauseAtom)) ?? undefined;
  return run.giveBack !== undefined;
}
