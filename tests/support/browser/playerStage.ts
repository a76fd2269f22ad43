// A store with tracks, a silent playback and a recorded lock screen, for player tests.
import { createStore } from 'jotai/vanilla';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { MediaActions } from '../../../src/audio/mediaSession.ts';
import { adultQuestionAtom, requireAdultAtom } from '../../../src/state/adult.ts';
import { listeningPortsAtom } from '../../../src/state/listening/ports.ts';
import { playerStateAtom } from '../../../src/state/player.ts';
import { connectPlaybackAtom, fetchListeningAtom, playTrackAtom } from '../../../src/state/playerActions.ts';
import { statePortsAtom } from '../../../src/state/ports.ts';
import { tracksList } from '../../../src/state/tracks.ts';
import { createFakePlayback } from '../audio/fakePlayback.ts';
import { type Answer, fakeServer, okReply } from '../server/fakeServer.ts';
import { buildTrack } from '../server/tracks.ts';

export interface LockScreen {
  actions: MediaActions | null;
  /** Recorded calls in order: `track TITLE`, `state STATE`, `at POSITION of DURATION times RATE`, `nothing`. */
  calls: string[];
}

/** Answers the 18+ question and loads the modules that the first press needs. */
export async function playerStage({
  tracks = ['a', 'b', 'c'].map((id) => buildTrack({ id, duration: 100 })),
  answers = {},
  settings = new Map<string, unknown>(),
}: {
  tracks?: TrackView[];
  answers?: Record<string, (body: Record<string, unknown>) => Answer>;
  settings?: Map<string, unknown>;
} = {}) {
  const store = createStore();
  const server = fakeServer(store, {
    getTracks: () => okReply(tracks),
    incrementPlay: () => okReply({ plays: 7 }),
    ...answers,
  });
  store.set(statePortsAtom, {
    ...store.get(statePortsAtom),
    settings: {
      read: <T>(key: string, accept: (value: unknown) => value is T, fallback: T) => {
        const value = structuredClone(settings.get(key));
        return accept(value) ? value : fallback;
      },
      write: (key, value) => void settings.set(key, structuredClone(value)),
    },
  });
  const lockScreen: LockScreen = { actions: null, calls: [] };
  const clock = { now: 1_000_000, random: 0 };
  store.set(listeningPortsAtom, {
    lockScreen: {
      setActions: (actions) => {
        lockScreen.actions = actions;
      },
      setTrack: (track) =>
        lockScreen.calls.push(track === null ? 'nothing' : `track ${Object.values(track).join(', ')}`),
      setState: (state) => lockScreen.calls.push(`state ${state}`),
      setPosition: (place) =>
        lockScreen.calls.push(
          place === null ? 'no place' : `at ${place.position} of ${place.duration} times ${place.rate}`,
        ),
    },
    random: () => clock.random,
    now: () => clock.now,
  });
  const playback = createFakePlayback();
  playback.duration = () => 100;
  store.set(connectPlaybackAtom, playback);
  await store.set(fetchListeningAtom);
  await store.set(tracksList({}), 'refresh');
  const asked = store.set(requireAdultAtom);
  store.get(adultQuestionAtom)?.answer(true);
  await asked;
  /** Presses a card and starts its audio. */
  const play = async (id: string, list: string[] = tracks.map((track) => track.id)) => {
    await store.set(playTrackAtom, id, list);
    playback.emit({ type: 'playing' });
  };
  /** Playback reaches this position. */
  const hear = (seconds: number) => {
    playback.at = seconds;
    playback.emit({ type: 'time', seconds });
  };
  const end = async () => {
    hear(100);
    playback.emit({ type: 'ended' });
    await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  };
  const state = () => store.get(playerStateAtom);
  const current = () => {
    const now = state();
    return now.phase === 'idle' ? null : now.trackId;
  };
  return { store, server, playback, lockScreen, clock, settings, play, hear, end, state, current };
}
