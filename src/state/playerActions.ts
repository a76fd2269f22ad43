// What a person does with the player. This is the only place that decides what the one element plays; `playerRun.ts` knows
// how. Everything else that sounds takes the claim of `sound.ts`.

import { atom } from 'jotai/vanilla';
import type { Playback } from '../audio/playback.ts';
import type { SoundTabs } from '../audio/soundTabs.ts';
import { afterPicture } from '../lib/afterPicture.ts';
import { requireAdultAtom } from './adult.ts';
import { removeRowAtom } from './entities.ts';
import {
  applyVolumeAtom,
  playbackAtom,
  playerStateAtom,
  playlistAtom,
  playlistSourceAtom,
  speedAtom,
} from './player.ts';
import {
  handlePlaybackEventAtom,
  type Listening,
  listeningAtom,
  pauseAtom,
  seekAtom,
  selectAtom,
  startAtom,
} from './playerRun.ts';
import { isRecordingAtom, joinTabsAtom } from './sound.ts';
import type { TracksAtom } from './tracks.ts';

/** Connects an adapter for the life of the app; answers the disconnect. `tabs` are the others of this browser. */
export const connectPlaybackAtom = atom(
  null,
  (get, set, playback: Playback, tabs: SoundTabs | null = null) => {
    set(playbackAtom, playback);
    set(applyVolumeAtom);
    if (get(speedAtom) !== 1) playback.setRate(get(speedAtom));
    const leaveTabs = set(joinTabsAtom, tabs);
    const stop = playback.listen((event) => set(handlePlaybackEventAtom, event));
    return () => {
      leaveTabs();
      stop();
      playback.unload();
      set(playbackAtom, null);
    };
  },
);

/** Makes a track current without playing it: the player page on entry. The current one stays. */
export const selectTrackAtom = atom(null, (get, set, trackId: string) => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle' || state.trackId !== trackId) set(selectAtom, trackId);
});

/**
 * Plays a track from its beginning, from second `from`, or from its current position when it is already current. `source` is the
 * list whose first pages the playlist holds: next continues into it.
 */
export const playTrackAtom = atom(
  null,
  async (
    get,
    set,
    trackId: string,
    playlist?: readonly string[],
    source?: TracksAtom,
    from?: number,
  ): Promise<void> => {
    if (get(isRecordingAtom) || !(await set(requireAdultAtom))) return;
    if (playlist !== undefined) {
      set(playlistAtom, playlist);
      set(playlistSourceAtom, source ? { list: source } : null);
    }
    set(selectTrackAtom, trackId);
    if (from !== undefined) set(seekAtom, from);
    afterPicture(() => void set(fetchListeningAtom));
    await set(startAtom);
  },
);

/** Plays the current track on. */
export const resumeAtom = atom(null, async (get, set): Promise<void> => {
  if (get(playerStateAtom).phase === 'idle' || get(isRecordingAtom)) return;
  if (!(await set(requireAdultAtom))) return;
  afterPicture(() => void set(fetchListeningAtom));
  await set(startAtom);
});

/** Pause while it plays or loads, otherwise play. */
export const toggleAtom = atom(null, async (get, set): Promise<void> => {
  const { phase } = get(playerStateAtom);
  if (phase === 'playing' || phase === 'loading') set(pauseAtom);
  else await set(resumeAtom);
});

/** Stops and forgets the current track. */
export const closePlayerAtom = atom(null, (_get, set) => set(selectAtom, null));

/** Takes a recording that is gone out of every list, and stops it if it plays. */
export const removeTrackAtom = atom(null, (get, set, trackId: string) => {
  const state = get(playerStateAtom);
  if (state.phase !== 'idle' && state.trackId === trackId) set(closePlayerAtom);
  set(removeRowAtom, 'tracks', trackId);
});

/** What comes with listening for longer; fetched once, with the first press. Null where it cannot be fetched now. */
export const fetchListeningAtom = atom(null, async (get, set): Promise<Listening | null> => {
  if (get(listeningAtom) === null) {
    try {
      const { listening } = await import('./listening/listening.ts');
      if (get(listeningAtom) === null) {
        set(listeningAtom, listening);
        set(listening.startAtom);
      }
    } catch (error) {
      console.warn('what follows the first track is not here yet', error);
    }
  }
  return get(listeningAtom);
});

/** The next (1) or previous (−1) track. Previous restarts after 3 s. */
export const stepTrackAtom = atom(null, async (_get, set, step: 1 | -1): Promise<void> => {
  if (!(await set(requireAdultAtom))) return;
  const listening = await set(fetchListeningAtom);
  if (listening !== null) await set(listening.stepAtom, step);
});
