import { expect, it } from 'vitest';
import { autoplayAtom, shuffledAtom } from '../../../../src/state/listening/order.ts';
import { playNextAtom, queueAtom, removeFromQueueAtom } from '../../../../src/state/listening/queue.ts';
import { cycleRepeatAtom } from '../../../../src/state/player.ts';
import { stepTrackAtom } from '../../../../src/state/playerActions.ts';
import { isRecordingAtom } from '../../../../src/state/sound.ts';
import { playerStage } from '../../../support/browser/playerStage.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

const five = () => ['a', 'b', 'c', 'd', 'e'].map((id) => buildTrack({ id, duration: 100 }));

it('stops at the end of a track by default', async () => {
  const { end, play, state } = await playerStage();
  await play('a');
  await end();
  expect(state()).toEqual({ phase: 'paused', trackId: 'a' });
});

it('plays queued tracks first, then continues the playlist', async () => {
  const { store, play, end, current } = await playerStage({ tracks: five() });
  await play('a', ['a', 'b', 'c']);
  await store.set(playNextAtom, 'e');
  await store.set(playNextAtom, 'd');
  expect(store.get(queueAtom)).toEqual(['d', 'e']);
  await end();
  await expect.poll(current).toBe('d');
  expect(store.get(queueAtom)).toEqual(['e']);
  await store.set(stepTrackAtom, 1);
  expect(current()).toBe('e');
  await store.set(stepTrackAtom, 1);
  expect(current()).toBe('b');
});

it('removes a queued track', async () => {
  const { store, play, current } = await playerStage({ tracks: five() });
  await play('a');
  await store.set(playNextAtom, 'e');
  store.set(removeFromQueueAtom, 'e');
  await store.set(stepTrackAtom, 1);
  expect(current()).toBe('b');
});

it('shuffles through all tracks before repeating one', async () => {
  const { store, clock, play, current } = await playerStage({ tracks: five() });
  await play('c');
  store.set(shuffledAtom, true);
  const heard = ['c'];
  for (const random of [0.99, 0, 0.5, 0.3]) {
    clock.random = random;
    await store.set(stepTrackAtom, 1);
    heard.push(current() ?? '');
  }
  expect([...heard].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  await store.set(stepTrackAtom, 1);
  expect(current()).not.toBe(heard.at(-1));
});

it('steps back through the played order while shuffling', async () => {
  const { store, clock, play, current } = await playerStage({ tracks: five() });
  await play('c');
  store.set(shuffledAtom, true);
  clock.random = 0.99;
  await store.set(stepTrackAtom, 1);
  const second = current();
  await store.set(stepTrackAtom, 1);
  await store.set(stepTrackAtom, -1);
  expect(current()).toBe(second);
  await store.set(stepTrackAtom, -1);
  expect(current()).toBe('c');
});

it('stores the shuffle setting on this device', async () => {
  const { store, settings } = await playerStage();
  store.set(shuffledAtom, true);
  expect((await playerStage({ settings })).store.get(shuffledAtom)).toBe(true);
});

it('plays the next track with autoplay on, and stops after the last', async () => {
  const { store, play, end, current, state } = await playerStage();
  store.set(autoplayAtom, true);
  await play('b');
  await end();
  await expect.poll(current).toBe('c');
  await end();
  await expect.poll(state).toEqual({ phase: 'paused', trackId: 'c' });
});

it('starts a new round after the last track when shuffling and repeating all', async () => {
  const { store, play, end, current } = await playerStage();
  store.set(cycleRepeatAtom);
  store.set(cycleRepeatAtom);
  store.set(shuffledAtom, true);
  await play('a');
  for (let round = 0; round < 4; round++) {
    const before = current();
    await end();
    await expect.poll(current).not.toBe(before);
  }
  store.set(cycleRepeatAtom);
});

it('changes no track while the microphone records', async () => {
  const { store, play, current } = await playerStage();
  await play('a');
  store.set(isRecordingAtom, true);
  await store.set(stepTrackAtom, 1);
  expect(current()).toBe('a');
});
