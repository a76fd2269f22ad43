import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  cancelSleepAtom,
  SLEEP_MINUTES,
  sleepAtTrackEndAtom,
  sleepInAtom,
  sleepLeftAtom,
  sleepTimerAtom,
} from '../../../../src/state/listening/sleepTimer.ts';
import { cycleRepeatAtom, fadeAtom, repeatAtom, volumeAtom } from '../../../../src/state/player.ts';
import { playerStage } from '../../../support/browser/playerStage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The player, with one clock for the timer and the time. */
async function night() {
  const stage = await playerStage();
  const pass = async (ms: number) => {
    stage.clock.now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { ...stage, pass };
}

it('offers 5, 15 and 30 minutes', () => expect([...SLEEP_MINUTES]).toEqual([5, 15, 30]));

it('fades over ten seconds, pauses and restores the volume', async () => {
  const { store, playback, play, pass, state } = await night();
  store.set(volumeAtom, 0.8);
  await play('a');
  store.set(sleepInAtom, 5);
  expect(store.get(sleepLeftAtom)).toBe(300);
  await pass(289_000);
  expect(store.get(fadeAtom)).toBe(1);
  await pass(6_000);
  expect(store.get(sleepLeftAtom)).toBe(5);
  expect(store.get(fadeAtom)).toBeCloseTo(0.5, 2);
  expect(playback.calls.at(-1)).toBe(`volume ${0.8 * store.get(fadeAtom)}`);
  expect(state().phase).toBe('playing');
  await pass(5_000);
  expect(state().phase).toBe('paused');
  expect(store.get(fadeAtom)).toBe(1);
  expect(store.get(sleepTimerAtom)).toEqual({ kind: 'off' });
  expect(store.get(volumeAtom)).toBe(0.8);
});

it('restores full volume when cancelled during the fade', async () => {
  const { store, play, pass, state } = await night();
  await play('a');
  store.set(sleepInAtom, 5);
  await pass(295_000);
  store.set(cancelSleepAtom);
  expect(store.get(fadeAtom)).toBe(1);
  expect(store.get(sleepLeftAtom)).toBeNull();
  await pass(60_000);
  expect(state().phase).toBe('playing');
});

it('stops at the end of the track in any repeat mode', async () => {
  const { store, play, hear, end, state, pass } = await night();
  await play('a');
  while (store.get(repeatAtom) !== 'one') store.set(cycleRepeatAtom);
  store.set(sleepAtTrackEndAtom);
  hear(95);
  expect(store.get(fadeAtom)).toBeCloseTo(0.5, 5);
  await end();
  await pass(1000);
  expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
  expect(store.get(fadeAtom)).toBe(1);
  expect(store.get(sleepTimerAtom)).toEqual({ kind: 'off' });
  while (store.get(repeatAtom) !== 'none') store.set(cycleRepeatAtom);
});

it('continues across tracks, but drops an end-of-track timer when the track changes', async () => {
  const { store, play, pass } = await night();
  await play('a');
  store.set(sleepInAtom, 15);
  await play('b');
  expect(store.get(sleepTimerAtom).kind).toBe('time');
  store.set(sleepAtTrackEndAtom);
  await play('c');
  await pass(1000);
  expect(store.get(sleepTimerAtom)).toEqual({ kind: 'off' });
});
