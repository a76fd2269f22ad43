// The run of the current track: its loaded parts, its timers and retry, moving in it, and the events of the element.
// A play is counted once per track and visit.
import { type Atom, atom, type Getter, type Setter, type WritableAtom } from 'jotai/vanilla';
import { ApiError } from '../api/client.ts';
import type { PlaybackEvent } from '../audio/playback.ts';
import { audioSource } from './dataSaver.ts';
import { isOffline } from './online.ts';
import { sendWriteAtom } from './outbox.ts';
import {
  applyVolumeAtom,
  currentPinAtom,
  durationSecondsAtom,
  elapsedSecondsAtom,
  mediaDurationAtom,
  type PlayerFailure,
  type PlayerState,
  playbackAtom,
  playerStateAtom,
} from './player.ts';
import { statePortsAtom } from './ports.ts';
import { claimSoundAtom } from './sound.ts';
import { tracksByIdAtom } from './tracks.ts';

/**
 * `state` for a new state or track, `position` for a jump or a new length, `preferences` when the account's may have
 * changed; the others as the adapter reports them.
 */
export type PlayerNews = 'state' | 'position' | 'time' | 'leaving' | 'online' | 'preferences';

/** Parts that are loaded with the first press of play. */
export interface Listening {
  startAtom: WritableAtom<null, [], void>;
  handleNewsAtom: WritableAtom<null, [news: PlayerNews], void>;
  /** The next (1) or previous (−1) track. */
  stepAtom: WritableAtom<null, [step: 1 | -1], Promise<void>>;
  /** What follows the end of a track. */
  endAtom: WritableAtom<null, [], void>;
  /** Subscribed as long as the app lives, so that preferences are loaded and each change is reported. */
  preferencesAtom: Atom<unknown>;
}
export const listeningAtom = atom<Listening | null>(null);

export const tellAtom = atom(null, (get, set, news: PlayerNews) => {
  const listening = get(listeningAtom);
  if (listening !== null) set(listening.handleNewsAtom, news);
});

/** A track that has not loaded after this has failed. */
export const LOAD_LIMIT_MS = 15_000;

/** State of loading the current track; replaced with every new track. */
export interface Run {
  trackId: string;
  /** Whether the element has this track's source. */
  loaded: boolean;
  /** Number of the attempt; reports of earlier attempts are ignored. */
  attempt: number;
  /** Second at which the one retry was used; null before. */
  retriedAt: number | null;
  /** The small copy is missing: the whole recording is loaded. */
  isWhole?: boolean;
  /** Whether the user has moved inside the track. */
  moved?: boolean;
  loadTimer?: ReturnType<typeof setTimeout> | undefined;
  retryTimer?: ReturnType<typeof setTimeout> | undefined;
  /** Releases the claim of `sound.ts`. */
  giveBack?: (() => void) | undefined;
}

export const runAtom = atom<Run | null>(null);
/** Whether the element has the current track; positions then come from it. */
const isLoadedAtom = atom(null, (get): boolean => get(runAtom)?.loaded ?? false);

function enter(set: Setter, state: PlayerState): void {
  set(playerStateAtom, state);
  set(tellAtom, 'state');
}

export const isRunning = ({ phase }: PlayerState) => phase === 'playing' || phase === 'loading';

function stopTimers(run: Run | null): void {
  clearTimeout(run?.loadTimer);
  clearTimeout(run?.retryTimer);
  if (run !== null) run.retryTimer = undefined;
}

/** Stops timers and releases the sound; the source stays loaded. */
function halt(run: Run | null): void {
  stopTimers(run);
  run?.giveBack?.();
}

function fail(get: Getter, set: Setter, run: Run, code: PlayerFailure): void {
  halt(run);
  run.loaded = false;
  get(playbackAtom)?.unload();
  enter(set, {
    phase: 'failed',
    trackId: run.trackId,
    code: code !== 'audio_gone' && isOffline() ? 'offline' : code,
  });
}

function startLoadTimer(get: Getter, set: Setter, run: Run): void {
  clearTimeout(run.loadTimer);
  run.loadTimer = setTimeout(() => {
    if (get(runAtom) === run && get(playerStateAtom).phase === 'loading')
      fail(get, set, run, 'audio_stalled');
  }, LOAD_LIMIT_MS);
}

/** Makes this track current without fetching any of it; null: none. */
export const selectAtom = atom(null, (get, set, trackId: string | null) => {
  // The previous track keeps its place.
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

/** Claims the sound; false while the microphone records. */
function claim(set: Setter, run: Run): boolean {
  run.giveBack?.();
  run.giveBack = set(claimSoundAtom, () => set(pauseAtom)) ?? undefined;
  return run.giveBack !== undefined;
}

/** Seconds from the start, clamped to the track. */
export const seekAtom = atom(null, (get, set, seconds: number) => {
  if (get(playerStateAtom).phase === 'idle' || !Number.isFinite(seconds)) return;
  const clamped = Math.min(Math.max(0, seconds), get(durationSecondsAtom));
  set(elapsedSecondsAtom, Math.floor(clamped));
  const run = get(runAtom);
  if (run !== null) run.moved = true;
  if (set(isLoadedAtom)) get(playbackAtom)?.seek(clamped);
});

/** Seconds from the start, exact while the element has the track. */
export const positionAtom = atom(null, (get, set): number =>
  set(isLoadedAtom) ? (get(playbackAtom)?.position() ?? 0) : get(elapsedSecondsAtom),
);

/** Seconds relative to here, negative is back. */
export const skipAtom = atom(null, (_get, set, seconds: number) =>
  set(seekAtom, set(positionAtom) + seconds),
);

/** Pause before the one retry. */
export const RETRY_DELAY_MS = 500;
/** How long the server may take to show that it is reachable. */
const ASK_LIMIT_MS = 3000;

/** Starts or resumes the current track after a press, with a new retry. */
export const startAtom = atom(null, async (get, set): Promise<void> => {
  const run = get(runAtom);
  if (run === null || !claim(set, run)) return;
  run.retriedAt = null;
  await attempt(get, set, run);
});

/** Own recordings stored on this device have a reference instead of an address. */
export const isLocalUrl = (url: string) => /^(?:idb|memory|data):/.test(url);

async function attempt(get: Getter, set: Setter, run: Run): Promise<void> {
  const playback = get(playbackAtom);
  const url = audioSource(get, get(tracksByIdAtom).get(run.trackId), run.isWhole);
  if (playback === null) return;
  if (!url) return fail(get, set, run, 'audio_unavailable');
  const number = ++run.attempt;
  const isVoid = () =>
    get(runAtom) !== run || run.attempt !== number || get(playerStateAtom).phase !== 'loading';
  enter(set, { phase: 'loading', trackId: run.trackId });
  startLoadTimer(get, set, run);
  try {
    if (!run.loaded) {
      const source = isLocalUrl(url) ? await get(statePortsAtom).openAudio(url) : url;
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
    // Browsers need a press; another app may have taken the sound while this was loading.
    if (name === 'NotAllowedError' || name === 'AbortError') set(pauseAtom);
    else retryOnce(get, set, run, name === 'NotSupportedError');
  }
}

/** The element cannot tell a missing file from an unreachable server, so the server is asked first. */
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

/** Both `play()` and the element's `error` event report the same failure: the timer and the state merge them. */
function retryOnce(get: Getter, set: Setter, run: Run, isMissing: boolean): void {
  if (run.retryTimer !== undefined || !isRunning(get(playerStateAtom))) return;
  if (run.retriedAt !== null) {
    const code = isMissing ? 'audio_unavailable' : 'audio_unplayable';
    if (isOffline()) fail(get, set, run, code);
    else void giveUp(get, set, run, code);
    return;
  }
  run.retriedAt = get(elapsedSecondsAtom);
  run.loaded = false;
  if (isMissing) run.isWhole = true;
  run.attempt++;
  run.retryTimer = setTimeout(() => {
    run.retryTimer = undefined;
    if (get(runAtom) === run) void attempt(get, set, run);
  }, RETRY_DELAY_MS);
}

/** A failure after this many seconds of playback gets a new retry. */
const RECOVERED_SECONDS = 5;

const countedAtom = atom<ReadonlySet<string>>(new Set<string>());

function countPlay(get: Getter, set: Setter, trackId: string): void {
  const counted = get(countedAtom);
  if (counted.has(trackId) || isLocalUrl(get(tracksByIdAtom).get(trackId)?.url ?? '')) return;
  set(countedAtom, new Set(counted).add(trackId));
  void set(sendWriteAtom, 'incrementPlay', { trackId });
}

/** The element started or stopped by itself. */
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

export const handlePlaybackEventAtom = atom(null, (get, set, event: PlaybackEvent) => {
  const run = get(runAtom);
  const state = get(playerStateAtom);
  if (event.type === 'online' || event.type === 'leaving') set(tellAtom, event.type);
  // Reports while nothing is loaded belong to a previous source.
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
      // Load again: some browsers never resume by themselves.
      if (state.phase !== 'loading' || run.retryTimer !== undefined) return;
      run.loaded = false;
      return void attempt(get, set, run);
    case 'back':
      if (state.phase === 'playing' && get(playbackAtom)?.isPaused()) follow(get, set, run, true);
      return;
    case 'error':
      if (isRunning(state)) retryOnce(get, set, run, event.isMissing ?? false);
      // A source that broke while paused is loaded again with the next press.
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
