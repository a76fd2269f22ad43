// How playback moves from state to state (S1 §4): one audio at a time, one retry after 500 ms,
// nothing loads longer than 15 s, a play is counted once per track and visit.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { setMediaActions, setMediaPosition, setMediaTrack } from '../audio/mediaSession.ts';
import type { Playback, PlaybackEvent } from '../audio/playback.ts';
import type { SoundTabs } from '../audio/soundTabs.ts';
import { requireAdultAtom } from './adult.ts';
import { sendWriteAtom } from './outbox.ts';
import {
  currentPinAtom,
  elapsedSecondsAtom,
  isRecordingAtom,
  mediaDurationAtom,
  type PlayerFailure,
  playbackAtom,
  playerStateAtom,
  playlistAtom,
  playlistSourceAtom,
  repeatAtom,
  volumeAtom,
} from './player.ts';
import { claimSoundAtom, joinTabsAtom } from './sound.ts';
import { type TracksAtom, tracksByIdAtom } from './tracks.ts';

/** S1 §4. */
export const RETRY_DELAY_MS = 500;
/** S1 §4. */
export const LOAD_LIMIT_MS = 15_000;
/** Previous restarts the track after this many seconds (S1 §4). */
const RESTART_AFTER_SECONDS = 3;

/** What one load of the element went through; replaced with every new source. */
interface Run {
  trackId: string;
  /** Whether the element already has this track's source. */
  loaded: boolean;
  retried: boolean;
  loadTimer: ReturnType<typeof setTimeout> | null;
  retryTimer: ReturnType<typeof setTimeout> | null;
}

const runAtom = atom<Run | null>(null);
/** The right to sound, while this plays. */
const claimAtom = atom<{ giveBack: () => void } | null>(null);
const countedAtom = atom<ReadonlySet<string>>(new Set<string>());

function stopTimers(run: Run | null): void {
  if (run === null) return;
  if (run.loadTimer !== null) clearTimeout(run.loadTimer);
  if (run.retryTimer !== null) clearTimeout(run.retryTimer);
  run.loadTimer = null;
  run.retryTimer = null;
}

function fail(get: Getter, set: Setter, code: PlayerFailure): void {
  const run = get(runAtom);
  if (run === null) return;
  stopTimers(run);
  run.loaded = false;
  run.retried = false;
  get(playbackAtom)?.unload();
  set(playerStateAtom, { phase: 'failed', trackId: run.trackId, code });
}

function startLoadTimer(get: Getter, set: Setter, run: Run): void {
  if (run.loadTimer !== null) clearTimeout(run.loadTimer);
  run.loadTimer = setTimeout(() => {
    if (get(runAtom) === run && get(playerStateAtom).phase === 'loading') fail(get, set, 'audio_stalled');
  }, LOAD_LIMIT_MS);
}

/** Makes a track current without fetching a byte of it. */
function select(get: Getter, set: Setter, trackId: string): void {
  stopTimers(get(runAtom));
  get(playbackAtom)?.unload();
  set(runAtom, { trackId, loaded: false, retried: false, loadTimer: null, retryTimer: null });
  set(currentPinAtom, [trackId]);
  set(elapsedSecondsAtom, 0);
  set(mediaDurationAtom, 0);
  set(playerStateAtom, { phase: 'paused', trackId });
  const track = get(tracksByIdAtom).get(trackId);
  setMediaTrack(track === undefined ? null : { title: track.title, artist: track.user.username });
}

async function start(get: Getter, set: Setter): Promise<void> {
  const playback = get(playbackAtom);
  const run = get(runAtom);
  const track = run === null ? undefined : get(tracksByIdAtom).get(run.trackId);
  if (playback === null || run === null) return;
  if (track === undefined || track.url === '') {
    fail(get, set, 'audio_unplayable');
    return;
  }
  get(claimAtom)?.giveBack();
  const giveBack = set(claimSoundAtom, () => set(pauseAtom));
  if (giveBack === null) return;
  set(claimAtom, { giveBack });
  set(playerStateAtom, { phase: 'loading', trackId: run.trackId });
  startLoadTimer(get, set, run);
  if (!run.loaded) {
    playback.load(track.url);
    playback.setVolume(get(volumeAtom));
    const elapsed = get(elapsedSecondsAtom);
    if (elapsed > 0) playback.seek(elapsed);
    run.loaded = true;
  }
  try {
    await playback.play();
  } catch (error) {
    if (get(runAtom) !== run) return;
    const name = error instanceof Error ? error.name : '';
    if (name === 'AbortError') return;
    if (name === 'NotAllowedError') {
      stopTimers(run);
      set(playerStateAtom, { phase: 'paused', trackId: run.trackId });
      return;
    }
    retryOnce(get, set, run);
  }
}

/** Both `play()` and the element's `error` event report the same failure; the timer keeps it one retry. */
function retryOnce(get: Getter, set: Setter, run: Run): void {
  if (run.retryTimer !== null) return;
  if (run.retried) {
    fail(get, set, 'audio_unplayable');
    return;
  }
  run.retried = true;
  run.loaded = false;
  run.retryTimer = setTimeout(() => {
    run.retryTimer = null;
    if (get(runAtom) === run) void start(get, set);
  }, RETRY_DELAY_MS);
}

function countPlay(get: Getter, set: Setter, trackId: string): void {
  const counted = get(countedAtom);
  if (counted.has(trackId)) return;
  set(countedAtom, new Set(counted).add(trackId));
  void set(sendWriteAtom, 'incrementPlay', { trackId });
}

function onEnded(get: Getter, set: Setter, playback: Playback, trackId: string): void {
  const repeat = get(repeatAtom);
  set(elapsedSecondsAtom, 0);
  set(playerStateAtom, { phase: 'paused', trackId });
  playback.seek(0);
  if (repeat === 'one') void start(get, set);
  if (repeat === 'all') void set(stepTrackAtom, 1);
}

function onPlaybackEvent(get: Getter, set: Setter, playback: Playback, event: PlaybackEvent): void {
  const run = get(runAtom);
  const state = get(playerStateAtom);
  if (run === null || state.phase === 'idle') return;
  const report = (now: 'playing' | 'paused') =>
    setMediaPosition(now, playback.position(), playback.duration());
  switch (event.type) {
    case 'duration':
      set(mediaDurationAtom, event.seconds);
      report(state.phase === 'playing' ? 'playing' : 'paused');
      break;
    case 'time':
      if (run.loaded) set(elapsedSecondsAtom, Math.floor(event.seconds));
      break;
    case 'playing':
      stopTimers(run);
      run.retried = false;
      set(playerStateAtom, { phase: 'playing', trackId: run.trackId });
      report('playing');
      countPlay(get, set, run.trackId);
      break;
    case 'waiting':
      if (state.phase !== 'playing') break;
      set(playerStateAtom, { phase: 'loading', trackId: run.trackId });
      startLoadTimer(get, set, run);
      break;
    case 'paused':
      if (state.phase !== 'playing') break;
      set(playerStateAtom, { phase: 'paused', trackId: run.trackId });
      report('paused');
      break;
    case 'seeked':
      report(state.phase === 'playing' ? 'playing' : 'paused');
      break;
    case 'ended':
      onEnded(get, set, playback, run.trackId);
      break;
    case 'error':
      if (state.phase === 'loading' || state.phase === 'playing') retryOnce(get, set, run);
      break;
  }
}

/** Connects an adapter for the life of the app; answers the disconnect. */
export const connectPlaybackAtom = atom(
  null,
  (get, set, playback: Playback, tabs: SoundTabs | null = null) => {
    set(playbackAtom, playback);
    playback.setVolume(get(volumeAtom));
    const stop = playback.listen((event) => onPlaybackEvent(get, set, playback, event));
    setMediaActions({
      play: () => void set(resumeAtom),
      pause: () => set(pauseAtom),
      previous: () => void set(stepTrackAtom, -1),
      next: () => void set(stepTrackAtom, 1),
      seekTo: (seconds) => set(seekAtom, seconds),
      skip: (seconds) => set(skipAtom, seconds),
    });
    const leaveTabs = set(joinTabsAtom, tabs);
    return () => {
      leaveTabs();
      stop();
      playback.unload();
      set(playbackAtom, null);
    };
  },
);

/** Makes a track current without playing it: the player page on entry. The current one is left alone. */
export const selectTrackAtom = atom(null, (get, set, trackId: string) => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle' || state.trackId !== trackId) select(get, set, trackId);
});

/**
 * Plays a track from its beginning, or from where it stands when it is already current. `source` is the list whose
 * first pages the playlist holds: next goes on into it.
 */
export const playTrackAtom = atom(
  null,
  async (get, set, trackId: string, playlist?: readonly string[], source?: TracksAtom): Promise<void> => {
    if (get(isRecordingAtom) || !(await set(requireAdultAtom))) return;
    if (playlist !== undefined) {
      set(playlistAtom, playlist);
      set(playlistSourceAtom, source ? { list: source } : null);
    }
    set(selectTrackAtom, trackId);
    await start(get, set);
  },
);

/** Plays the current track on. */
export const resumeAtom = atom(null, async (get, set): Promise<void> => {
  if (get(playerStateAtom).phase === 'idle' || get(isRecordingAtom)) return;
  if (await set(requireAdultAtom)) await start(get, set);
});

export const pauseAtom = atom(null, (get, set) => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle') return;
  stopTimers(get(runAtom));
  get(claimAtom)?.giveBack();
  get(playbackAtom)?.pause();
  set(playerStateAtom, { phase: 'paused', trackId: state.trackId });
});

/** Pause while it plays or loads, otherwise play. */
export const toggleAtom = atom(null, async (get, set): Promise<void> => {
  const { phase } = get(playerStateAtom);
  if (phase === 'playing' || phase === 'loading') set(pauseAtom);
  else await set(resumeAtom);
});

/** Stops and forgets the current track. */
export const closePlayerAtom = atom(null, (get, set) => {
  stopTimers(get(runAtom));
  get(claimAtom)?.giveBack();
  set(runAtom, null);
  set(currentPinAtom, []);
  get(playbackAtom)?.unload();
  set(playerStateAtom, { phase: 'idle' });
  set(elapsedSecondsAtom, 0);
  set(mediaDurationAtom, 0);
  setMediaTrack(null);
});

/** Seconds from the start, clamped to the track. */
export const seekAtom = atom(null, (get, set, seconds: number) => {
  const run = get(runAtom);
  if (run === null || !Number.isFinite(seconds)) return;
  const known = get(mediaDurationAtom) || get(tracksByIdAtom).get(run.trackId)?.duration || 0;
  const clamped = Math.min(Math.max(0, seconds), known);
  set(elapsedSecondsAtom, Math.floor(clamped));
  if (run.loaded) get(playbackAtom)?.seek(clamped);
});

/** Seconds relative to here, negative is back. */
export const skipAtom = atom(null, (get, set, seconds: number) => {
  const here = get(runAtom)?.loaded ? (get(playbackAtom)?.position() ?? 0) : get(elapsedSecondsAtom);
  set(seekAtom, here + seconds);
});

/** Takes over what the playlist's source has loaded since, or loads its next page; a failure leaves the playlist. */
const growPlaylistAtom = atom(null, async (get, set): Promise<void> => {
  const source = get(playlistSourceAtom);
  if (source === null) return;
  const idsOf = () => {
    const list = get(source.list);
    return list.status === 'loading' ? [] : list.rows.map(({ id }) => id);
  };
  const known = get(playlistAtom);
  if (idsOf().length <= known.length) await set(source.list, 'more');
  if (get(playlistAtom) === known) set(playlistAtom, [...new Set([...known, ...idsOf()])]);
});

/** The next (1) or previous (−1) track of the playlist, around the ends. Previous restarts after 3 s. */
export const stepTrackAtom = atom(null, async (get, set, step: 1 | -1): Promise<void> => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle') return;
  if (step === -1 && (get(playbackAtom)?.position() ?? 0) > RESTART_AFTER_SECONDS) {
    set(seekAtom, 0);
    return;
  }
  if (step === 1 && get(playlistAtom).at(-1) === state.trackId) await set(growPlaylistAtom);
  const playlist = get(playlistAtom).filter((id) => get(tracksByIdAtom).has(id));
  const here = playlist.indexOf(state.trackId);
  const next = here === -1 ? undefined : playlist[(here + step + playlist.length) % playlist.length];
  if (next === undefined || next === state.trackId) {
    set(seekAtom, 0);
    if (step === 1 && next !== undefined) await set(resumeAtom);
    return;
  }
  await set(playTrackAtom, next);
});
