// The listening history of this device: the last 50 tracks and the position in each.
import { expect, it } from 'vitest';
import { clearHistoryAtom, historyAtom, keepsHistoryAtom } from '../../../../src/state/listening/history.ts';
import { clearPlacesAtom, offeredPlaceAtom, placeCountAtom } from '../../../../src/state/listening/places.ts';
import { placeOfAtom } from '../../../../src/state/places.ts';
import { closePlayerAtom, playTrackAtom, selectTrackAtom } from '../../../../src/state/playerActions.ts';
import { pauseAtom, seekAtom } from '../../../../src/state/playerRun.ts';
import { playerStage } from '../../../support/browser/playerStage.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

it('stores the last 50 tracks, newest first and without duplicates, and sends none of them', async () => {
  const tracks = Array.from({ length: 60 }, (_, i) => buildTrack({ id: `t${i}`, title: `T ${i}` }));
  const { store, server, play } = await playerStage({ tracks });
  for (const { id } of tracks) await play(id);
  await play('t20');
  const history = store.get(historyAtom);
  expect(history).toHaveLength(50);
  expect(history.slice(0, 2).map(({ trackId }) => trackId)).toEqual(['t20', 't59']);
  expect(history.filter(({ trackId }) => trackId === 't20')).toHaveLength(1);
  expect(new Set(server.calls.map(({ action }) => action))).toEqual(new Set(['getTracks', 'incrementPlay']));
  store.set(clearHistoryAtom);
  expect(store.get(historyAtom)).toEqual([]);
});

it('stores nothing when history is off, and nothing for pause and resume', async () => {
  const { store, playback, play } = await playerStage();
  await play('a');
  store.set(pauseAtom);
  await play('a');
  playback.emit({ type: 'playing' });
  expect(store.get(historyAtom)).toHaveLength(1);
  store.set(keepsHistoryAtom, false);
  await play('b');
  expect(store.get(historyAtom).map(({ trackId }) => trackId)).toEqual(['a']);
});

it('offers the last position minus five seconds, even after a reload', async () => {
  const { store, settings, play, hear } = await playerStage();
  await play('a');
  hear(62);
  store.set(pauseAtom);
  const later = await playerStage({ settings });
  later.store.set(selectTrackAtom, 'a');
  expect(later.store.get(offeredPlaceAtom)).toBe(57);
  later.store.set(selectTrackAtom, 'b');
  expect(later.store.get(offeredPlaceAtom)).toBeNull();
});

it('stores the position when the track changes, the player closes or the page is left', async () => {
  const { store, playback, play, hear } = await playerStage();
  await play('a');
  hear(30);
  await play('b');
  hear(40);
  store.set(closePlayerAtom);
  await play('c');
  hear(50);
  playback.at = 51;
  playback.emit({ type: 'leaving' });
  expect(store.get(placeCountAtom)).toBe(3);
});

it('keeps a position while the track replays from the start, until its end', async () => {
  const { store, playback, play, hear, end } = await playerStage();
  await play('a');
  hear(62);
  store.set(closePlayerAtom);
  await play('a');
  expect(playback.at).toBe(0);
  for (const seconds of [3, 20, 40]) {
    hear(seconds);
    store.set(pauseAtom);
    await play('a');
  }
  store.set(closePlayerAtom);
  expect(store.get(placeOfAtom('a'))).toBe(57);
  await play('a');
  hear(90);
  store.set(pauseAtom);
  expect(store.get(placeOfAtom('a'))).toBe(57);
  await play('a');
  await end();
  expect(store.get(placeOfAtom('a'))).toBeNull();
});

it('updates the position after seeking back, and plays from an offered one', async () => {
  const { store, playback, play, hear } = await playerStage();
  await play('a');
  hear(62);
  store.set(seekAtom, 30);
  hear(31);
  store.set(closePlayerAtom);
  expect(store.get(placeOfAtom('a'))).toBe(26);
  await store.set(playTrackAtom, 'a', undefined, undefined, 26);
  expect(playback.at).toBe(26);
});

it('stores no position in the first and last 15 seconds, and deletes it at the end', async () => {
  const { store, play, hear, end } = await playerStage();
  await play('a');
  hear(14);
  store.set(pauseAtom);
  expect(store.get(placeCountAtom)).toBe(0);
  await play('a');
  hear(50);
  store.set(pauseAtom);
  expect(store.get(placeCountAtom)).toBe(1);
  await play('a');
  await end();
  expect(store.get(placeCountAtom)).toBe(0);
});

it('deletes all positions', async () => {
  const { store, play, hear } = await playerStage();
  await play('a');
  hear(50);
  store.set(pauseAtom);
  store.set(clearPlacesAtom);
  expect(store.get(placeCountAtom)).toBe(0);
});
