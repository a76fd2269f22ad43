// A try to load and play the current track (S1 §4): one retry after 500 ms, then the reason is found and told.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { ApiError } from '../api/client.ts';
import { isOffline } from './online.ts';
import {
  applyVolumeAtom,
  elapsedSecondsAtom,
  type PlayerFailure,
  playbackAtom,
  playerStateAtom,
} from './player.ts';
import { claim, enter, fail, isRunning, pauseAtom, type Run, runAtom, startLoadTimer } from './playerRun.ts';
import { statePortsAtom } from './ports.ts';
import { tracksByIdAtom } from './tracks.ts';

/** S1 §4. */
export const RETRY_DELAY_MS = 500;
/** A server that does not say whether it is there is not waited for any longer. */
const ASK_LIMIT_MS = 3000;

/** Starts or resumes the current track, as after a press: with a retry of its own. */
export const startAtom = atom(null, async (get, set): Promise<void> => {
  const run = get(runAtom);
  if (run === null || !claim(set, run)) return;
  run.retriedAt = null;
  await attempt(get, set, run);
});

/** Own recordings that are kept on this device have a reference instead of an address. */
export const isKeptHere = (url: string) => /^(?:idb|memory|data):/.test(url);

export async function attempt(get: Getter, set: Setter, run: Run): Promise<void> {
  const playback = get(playbackAtom);
  const url = get(tracksByIdAtom).get(run.trackId)?.url;
  if (playback === null) return;
  if (!url) return fail(get, set, run, 'audio_unavailable');
  const number = ++run.attempt;
  const isVoid = () =>
    get(runAtom) !== run || run.attempt !== number || get(playerStateAtom).phase !== 'loading';
  enter(set, { phase: 'loading', trackId: run.trackId });
  startLoadTimer(get, set, run);
  try {
    if (!run.loaded) {
      const source = isKeptHere(url) ? await get(statePortsAtom).openAudio(url) : url;
      if (isVoid()) return;
      if (source === null) return fail(get, set, run, 'audio_gone');
      playback.load(source);
      set(applyVolumeAtom);
      const elapsed = get(elapsedSecondsAtom);
      if (elapsed > 0) playback.seek(elapsed);
      run.loaded = true;
    }
    await playback.play();
  } catch (error) {
    if (isVoid()) return;
    const name = error instanceof Error ? error.name : '';
    // Without a press the browser plays nothing; and another app may have taken the sound while this was loading.
    if (name === 'NotAllowedError' || name === 'AbortError') set(pauseAtom);
    else retryOnce(get, set, run, name === 'NotSupportedError');
  }
}

/** The element cannot tell a file that is gone from a server that is away: that is asked before anything is said. */
async function giveUp(get: Getter, set: Setter, run: Run, code: PlayerFailure): Promise<void> {
  const asked = AbortSignal.timeout(ASK_LIMIT_MS);
  const isAway = await get(statePortsAtom)
    .read('me', {}, { signal: asked })
    .then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.code === 'offline',
    );
  if (get(runAtom) === run && isRunning(get(playerStateAtom))) fail(get, set, run, isAway ? 'offline' : code);
}

/** Both `play()` and the element's `error` event report the same failure: the timer and the state make it one. */
export function retryOnce(get: Getter, set: Setter, run: Run, isMissing: boolean): void {
  if (run.retryTimer !== undefined || !isRunning(get(playerStateAtom))) return;
  if (run.retriedAt !== null) {
    const code = isMissing ? 'audio_unavailable' : 'audio_unplayable';
    if (isOffline()) fail(get, set, run, code);
    else void giveUp(get, set, run, code);
    return;
  }
  run.retriedAt = get(elapsedSecondsAtom);
  run.loaded = false;
  run.attempt++;
  run.retryTimer = setTimeout(() => {
    run.retryTimer = undefined;
    if (get(runAtom) === run) void attempt(get, set, run);
  }, RETRY_DELAY_MS);
}
