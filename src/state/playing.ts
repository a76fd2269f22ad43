// What the element says of itself while it plays, and what follows from it; a play is counted once per track and visit.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { PlaybackEvent } from '../audio/playback.ts';
import { attempt, isKeptHere, retryOnce } from './attempt.ts';
import { sendWriteAtom } from './outbox.ts';
import { elapsedSecondsAtom, mediaDurationAtom, playbackAtom, playerStateAtom } from './player.ts';
import { listeningAtom, tellAtom } from './playerNews.ts';
import {
  claim,
  enter,
  isRunning,
  pauseAtom,
  type Run,
  runAtom,
  startLoadTimer,
  stopTimers,
} from './playerRun.ts';
import { tracksByIdAtom } from './tracks.ts';

/** After so many seconds of sound a failure is a new one, with a retry of its own. */
const RECOVERED_SECONDS = 5;

const countedAtom = atom<ReadonlySet<string>>(new Set<string>());

function countPlay(get: Getter, set: Setter, trackId: string): void {
  const counted = get(countedAtom);
  if (counted.has(trackId) || isKeptHere(get(tracksByIdAtom).get(trackId)?.url ?? '')) return;
  set(countedAtom, new Set(counted).add(trackId));
  void set(sendWriteAtom, 'incrementPlay', { trackId });
}

/** The element has found its way to sound, or out of it, without being told. */
function follow(get: Getter, set: Setter, run: Run, isPaused: boolean): void {
  const { phase } = get(playerStateAtom);
  if (isPaused) {
    if (phase === 'playing' || (phase === 'loading' && run.retryTimer === undefined)) set(pauseAtom);
    return;
  }
  if (!isRunning(get(playerStateAtom)) && !claim(set, run)) return void get(playbackAtom)?.pause();
  stopTimers(run);
  enter(set, { phase: 'playing', trackId: run.trackId });
  countPlay(get, set, run.trackId);
}

export const hearElementAtom = atom(null, (get, set, event: PlaybackEvent) => {
  const run = get(runAtom);
  const state = get(playerStateAtom);
  if (event.type === 'online' || event.type === 'leaving') set(tellAtom, event.type);
  // What is said while nothing is loaded is of a source that is gone.
  if (!run?.loaded || state.phase === 'idle') return;
  switch (event.type) {
    case 'duration':
      set(mediaDurationAtom, event.seconds);
      return set(tellAtom, 'position');
    case 'time':
      set(elapsedSecondsAtom, Math.floor(event.seconds));
      if (run.retriedAt !== null && event.seconds > run.retriedAt + RECOVERED_SECONDS) run.retriedAt = null;
      return set(tellAtom, 'time');
    case 'seeked':
    case 'rate':
      return set(tellAtom, 'position');
    case 'playing':
      return follow(get, set, run, false);
    case 'paused':
      return follow(get, set, run, true);
    case 'waiting':
      if (state.phase !== 'playing') return;
      enter(set, { phase: 'loading', trackId: run.trackId });
      return startLoadTimer(get, set, run);
    case 'online':
      // Asked for anew: some browsers never go on by themselves.
      if (state.phase !== 'loading' || run.retryTimer !== undefined) return;
      run.loaded = false;
      return void attempt(get, set, run);
    case 'back':
      if (state.phase === 'playing' && get(playbackAtom)?.isPaused()) follow(get, set, run, true);
      return;
    case 'error':
      if (isRunning(state)) retryOnce(get, set, run, event.isMissing ?? false);
      // A source that broke while nothing was heard is asked for again with the next press.
      else run.loaded = false;
      return;
    case 'ended': {
      const listening = get(listeningAtom);
      set(pauseAtom);
      set(elapsedSecondsAtom, 0);
      get(playbackAtom)?.seek(0);
      if (listening !== null) set(listening.endAtom);
    }
  }
});
