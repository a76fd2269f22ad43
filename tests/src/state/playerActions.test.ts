import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adultQuestionAtom, requireAdultAtom } from '../../../src/state/adult.ts';
import { dataSaverAtom } from '../../../src/state/dataSaver.ts';
import {
  cycleRepeatAtom,
  elapsedSecondsAtom,
  playerStateAtom,
  repeatAtom,
  speedAtom,
  volumeAtom,
} from '../../../src/state/player.ts';
import {
  closePlayerAtom,
  connectPlaybackAtom,
  fetchListeningAtom,
  playTrackAtom,
  selectTrackAtom,
  stepTrackAtom,
  toggleAtom,
} from '../../../src/state/playerActions.ts';
import { LOAD_LIMIT_MS, RETRY_DELAY_MS, seekAtom, skipAtom } from '../../../src/state/playerRun.ts';
import { isRecordingAtom } from '../../../src/state/sound.ts';
import { tracksByIdAtom, tracksList } from '../../../src/state/tracks.ts';
import { createFakePlayback } from '../../support/audio/fakePlayback.ts';
import { type Answer, fakeServer, okReply } from '../../support/server/fakeServer.ts';
import { buildTrack } from '../../support/server/tracks.ts';

async function setUp(
  tracks = ['a', 'b', 'c'].map((id) => buildTrack({ id })),
  answers: Record<string, () => Answer> = {},
) {
  const store = createStore();
  const server = fakeServer(store, {
    getTracks: () => okReply(tracks),
    incrementPlay: () => okReply({ plays: 7 }),
    ...answers,
  });
  const playback = createFakePlayback();
  store.set(connectPlaybackAtom, playback);
  await store.set(fetchListeningAtom);
  await store.set(tracksList({}), 'refresh');
  const asked = store.set(requireAdultAtom);
  store.get(adultQuestionAtom)?.answer(true);
  await asked;
  const play = async (id: string, list: string[] = ['a', 'b', 'c']) => {
    await store.set(playTrackAtom, id, list);
    playback.emit({ type: 'playing' });
  };
  const state = () => store.get(playerStateAtom);
  return { server, store, playback, play, state };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

describe('playing', () => {
  it('shows "loading" until audio starts', async () => {
    const { store, playback, state } = await setUp();
    await store.set(playTrackAtom, 'a');
    expect(state()).toEqual({ phase: 'loading', trackId: 'a' });
    playback.emit({ type: 'playing' });
    expect(state()).toEqual({ phase: 'playing', trackId: 'a' });
    expect(playback.calls).toContain('load /audio/a.mp3');
  });

  it('releases the first source before the second one starts', async () => {
    const { playback, play } = await setUp();
    await play('a');
    playback.calls.length = 0;
    await play('b');
    expect(playback.calls.filter((each) => !each.startsWith('volume'))).toEqual([
      'unload',
      'load /audio/b.mp3',
      'play',
    ]);
  });

  it('loads the small copy with data saver on, and the whole recording without one', async () => {
    const small = { url: '/audio/a.small.mp3', fileSize: 100 };
    const { store, playback, play } = await setUp([buildTrack({ id: 'a', small }), buildTrack({ id: 'b' })]);
    await play('a');
    expect(playback.calls).toContain('load /audio/a.mp3');
    store.set(dataSaverAtom, true);
    await play('b');
    expect(playback.calls).toContain('load /audio/b.mp3');
    await play('a');
    expect(playback.calls).toContain('load /audio/a.small.mp3');
  });

  it('loads the whole recording when the small copy is missing', async () => {
    const small = { url: '/audio/a.small.mp3', fileSize: 100 };
    const { store, playback } = await setUp([buildTrack({ id: 'a', small })]);
    store.set(dataSaverAtom, true);
    await store.set(playTrackAtom, 'a');
    playback.emit({ type: 'error', isMissing: true });
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    const loaded = playback.calls.filter((each) => each.startsWith('load'));
    expect(loaded).toEqual(['load /audio/a.small.mp3', 'load /audio/a.mp3']);
  });

  it('loads the small copy again after an interruption', async () => {
    const small = { url: '/audio/a.small.mp3', fileSize: 100 };
    const { store, playback, play } = await setUp([buildTrack({ id: 'a', small })]);
    store.set(dataSaverAtom, true);
    await play('a');
    playback.emit({ type: 'error' });
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    const loaded = playback.calls.filter((each) => each.startsWith('load'));
    expect(loaded).toEqual(['load /audio/a.small.mp3', 'load /audio/a.small.mp3']);
  });

  it('asks for the age before any request, and does nothing when declined', async () => {
    const { playback } = await setUp();
    const store = createStore();
    fakeServer(store, { getTracks: () => okReply([buildTrack({ id: 'a' })]) });
    store.set(connectPlaybackAtom, playback);
    await store.set(tracksList({}), 'refresh');
    playback.calls.length = 0;
    const asked = store.set(playTrackAtom, 'a');
    expect(playback.calls).toEqual([]);
    store.get(adultQuestionAtom)?.answer(false);
    await asked;
    expect(playback.calls).toEqual([]);
    expect(store.get(playerStateAtom)).toEqual({ phase: 'idle' });
  });

  it('is refused while the microphone records', async () => {
    const { store, playback, state } = await setUp();
    store.set(isRecordingAtom, true);
    playback.calls.length = 0;
    await store.set(playTrackAtom, 'a');
    expect(playback.calls).toEqual([]);
    expect(state()).toEqual({ phase: 'idle' });
  });

  it('pauses when the microphone starts, even while loading', async () => {
    const { store, playback, play, state } = await setUp();
    await play('a');
    store.set(isRecordingAtom, true);
    expect(playback.calls.at(-1)).toBe('pause');
    expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
    store.set(isRecordingAtom, false);
    await store.set(playTrackAtom, 'b');
    store.set(isRecordingAtom, true);
    await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
    expect(state()).toEqual({ phase: 'paused', trackId: 'b' });
  });

  it('selects a track without loading it', async () => {
    const { store, playback, state } = await setUp();
    store.set(selectTrackAtom, 'b');
    expect(state()).toEqual({ phase: 'paused', trackId: 'b' });
    expect(playback.calls.some((each) => each.startsWith('load'))).toBe(false);
  });

  it('counts a play once per track, and shows the server’s count', async () => {
    const { server, store, play } = await setUp();
    await play('a');
    await play('b');
    await play('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls.filter((each) => each.action === 'incrementPlay').map((each) => each.body)).toEqual([
      { trackId: 'a' },
      { trackId: 'b' },
    ]);
    expect(store.get(tracksByIdAtom).get('a')?.plays).toBe(7);
  });

  it('pauses and resumes the same source', async () => {
    const { store, playback, play, state } = await setUp();
    await play('a');
    await store.set(toggleAtom);
    expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
    playback.calls.length = 0;
    await store.set(toggleAtom);
    expect(playback.calls).toEqual(['play']);
  });

  it('resets everything when closed', async () => {
    const { store, playback, play, state } = await setUp();
    await play('a');
    store.set(closePlayerAtom);
    expect(state()).toEqual({ phase: 'idle' });
    expect(playback.calls.at(-1)).toBe('unload');
    await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
    expect(state()).toEqual({ phase: 'idle' });
  });
});

describe('failing', () => {
  it('distinguishes an unreachable server from a missing file, and resumes afterwards', async () => {
    let isAway = true;
    const { store, playback, state } = await setUp(undefined, {
      me: () => (isAway ? 'offline' : okReply(null)),
    });
    playback.refuseNext('NotSupportedError');
    await store.set(playTrackAtom, 'a');
    playback.refuseNext('NotSupportedError');
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect(state()).toEqual({ phase: 'failed', trackId: 'a', code: 'offline' });
    isAway = false;
    playback.emit({ type: 'online' });
    await vi.advanceTimersByTimeAsync(0);
    playback.emit({ type: 'playing' });
    expect(state()).toEqual({ phase: 'playing', trackId: 'a' });
  });

  it('retries once after half a second, then gives up', async () => {
    const { store, playback, state } = await setUp();
    await store.set(playTrackAtom, 'a');
    playback.calls.length = 0;
    playback.emit({ type: 'error' });
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS - 1);
    expect(playback.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(playback.calls).toContain('load /audio/a.mp3');
    playback.emit({ type: 'error' });
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect(state()).toEqual({ phase: 'failed', trackId: 'a', code: 'audio_unplayable' });
  });

  it('counts a rejected play() and the element’s error as one failure', async () => {
    const { store, playback, state } = await setUp();
    playback.refuseNext('NotSupportedError');
    await store.set(playTrackAtom, 'a');
    playback.emit({ type: 'error' });
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect(state()).toEqual({ phase: 'loading', trackId: 'a' });
  });

  it('requests a deleted file exactly twice, for any number of errors (row 12)', async () => {
    const { store, playback, state } = await setUp();
    const gone = async () => {
      playback.emit({ type: 'error', isMissing: true });
      await vi.advanceTimersByTimeAsync(0);
    };
    playback.refuseNext('NotSupportedError');
    await store.set(playTrackAtom, 'a');
    await gone();
    playback.refuseNext('NotSupportedError');
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    await gone();
    await gone();
    await vi.advanceTimersByTimeAsync(8000);
    expect(playback.calls.filter((each) => each.startsWith('load'))).toHaveLength(2);
    expect(state()).toEqual({ phase: 'failed', trackId: 'a', code: 'audio_unavailable' });
  });

  it('fails after two errors at the same position, but not for errors further apart', async () => {
    const { playback, play, state } = await setUp();
    await play('a');
    for (const seconds of [8, 20]) {
      playback.emit({ type: 'time', seconds });
      playback.emit({ type: 'error' });
      await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
      playback.emit({ type: 'playing' });
      expect(state().phase).toBe('playing');
      playback.emit({ type: 'time', seconds });
    }
    playback.emit({ type: 'error' });
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    expect(state()).toEqual({ phase: 'failed', trackId: 'a', code: 'audio_unplayable' });
  });

  it('pauses when another app takes over audio during loading', async () => {
    const { store, playback, state } = await setUp();
    playback.refuseNext('AbortError');
    await store.set(playTrackAtom, 'a');
    expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
  });

  it('pauses when the element stopped while the page was frozen', async () => {
    const { playback, play, state } = await setUp();
    await play('a');
    playback.isPaused = () => true;
    playback.emit({ type: 'back' });
    expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
  });

  it('resumes at its position when the network returns soon, but not after minutes', async () => {
    const { store, playback, play, state } = await setUp();
    vi.stubGlobal('navigator', { onLine: false });
    try {
      for (const { after, resumes } of [
        { after: 20_000, resumes: true },
        { after: 120_000, resumes: false },
      ]) {
        store.set(closePlayerAtom);
        await play('a');
        playback.emit({ type: 'time', seconds: 12 });
        playback.emit({ type: 'error' });
        await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
        playback.emit({ type: 'error' });
        expect(state()).toEqual({ phase: 'failed', trackId: 'a', code: 'offline' });
        await vi.advanceTimersByTimeAsync(after);
        playback.calls.length = 0;
        playback.emit({ type: 'online' });
        await vi.advanceTimersByTimeAsync(0);
        expect(state().phase).toBe(resumes ? 'loading' : 'failed');
        if (resumes) expect(playback.calls).toContain('seek 12');
      }
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('waits for a press when the browser blocks autoplay', async () => {
    const { store, playback, state } = await setUp();
    playback.refuseNext('NotAllowedError');
    await store.set(playTrackAtom, 'a');
    expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
  });

  it('fails a track that has not started within 15 s', async () => {
    const { store, state } = await setUp();
    await store.set(playTrackAtom, 'a');
    await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS - 1);
    expect(state().phase).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toEqual({ phase: 'failed', trackId: 'a', code: 'audio_stalled' });
  });

  it('allows a stall during playback another 15 s', async () => {
    const { playback, play, state } = await setUp();
    await play('a');
    playback.emit({ type: 'waiting' });
    expect(state().phase).toBe('loading');
    await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS - 1);
    playback.emit({ type: 'playing' });
    await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
    expect(state().phase).toBe('playing');
  });
});

describe('seeking', () => {
  it('clamps a seek to the track', async () => {
    const { store, playback, play } = await setUp();
    await play('a');
    playback.calls.length = 0;
    store.set(seekAtom, 99);
    store.set(seekAtom, -3);
    expect(playback.calls).toEqual(['seek 30', 'seek 0']);
  });

  it('skips from the exact position', async () => {
    const { store, playback, play } = await setUp();
    await play('a');
    playback.at = 10.25;
    store.set(skipAtom, 15);
    expect(playback.calls.at(-1)).toBe('seek 25.25');
  });

  it('restarts on previous after three seconds, otherwise steps back', async () => {
    const { store, playback, play, state } = await setUp();
    await play('b');
    playback.at = 4;
    await store.set(stepTrackAtom, -1);
    expect(state()).toMatchObject({ trackId: 'b' });
    expect(playback.calls.at(-1)).toBe('seek 0');
    playback.at = 2;
    await store.set(stepTrackAtom, -1);
    expect(state()).toMatchObject({ trackId: 'a' });
  });

  it('returns to the beginning when a track ends', async () => {
    const { store, playback, play, state } = await setUp();
    await play('a');
    playback.emit({ type: 'time', seconds: 29.9 });
    playback.emit({ type: 'ended' });
    expect(store.get(elapsedSecondsAtom)).toBe(0);
    expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
  });

  it('cycles through no repeat, one and all, and applies each at the end', async () => {
    const { store, playback, play, state } = await setUp();
    await play('c');
    expect(store.get(repeatAtom)).toBe('none');
    store.set(cycleRepeatAtom);
    playback.emit({ type: 'ended' });
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ phase: 'loading', trackId: 'c' });
    playback.emit({ type: 'playing' });
    store.set(cycleRepeatAtom);
    playback.emit({ type: 'ended' });
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ phase: 'loading', trackId: 'a' });
    store.set(cycleRepeatAtom);
    expect(store.get(repeatAtom)).toBe('none');
  });

  it('lowers loud recordings by at most 6 dB, never above the user’s volume', async () => {
    const tracks = [-30, -16, -13, -4].map((lufs) => buildTrack({ id: `at${lufs}`, lufs }));
    const { store, playback, play } = await setUp([...tracks, buildTrack({ id: 'silent', lufs: null })]);
    store.set(volumeAtom, 0.5);
    const volumes: number[] = [];
    for (const id of ['at-30', 'at-16', 'at-13', 'at-4', 'silent']) {
      await play(id);
      volumes.push(Number(playback.calls.findLast((each) => each.startsWith('volume'))?.slice(7)));
    }
    expect(volumes.map((volume) => Math.round(200 * volume))).toEqual([100, 100, 71, 50, 100]);
    store.set(volumeAtom, 1);
  });

  it('applies one speed to every track', async () => {
    const { store, playback, play } = await setUp();
    store.set(speedAtom, 1.5);
    await play('a');
    await play('b');
    expect(playback.calls.filter((each) => each.startsWith('rate')).at(-1)).toBe('rate 1.5');
    store.set(speedAtom, 1);
  });

  it('keeps the volume between 0 and 1', async () => {
    const { store } = await setUp();
    store.set(volumeAtom, 4);
    expect(store.get(volumeAtom)).toBe(1);
    store.set(volumeAtom, -4);
    expect(store.get(volumeAtom)).toBe(0);
  });
});
