import { expect, it } from 'vitest';
import { discreetAtom } from '../../../../src/state/discreet.ts';
import { speedAtom } from '../../../../src/state/player.ts';
import { closePlayerAtom } from '../../../../src/state/playerActions.ts';
import { pauseAtom, seekAtom, tellAtom } from '../../../../src/state/playerRun.ts';
import { playerStage } from '../../../support/browser/playerStage.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

const rain = () => [
  buildTrack({ id: 'a', title: 'Rain', duration: 100 }),
  buildTrack({ id: 'b', title: 'Snow' }),
];
const lastState = (calls: string[]) => calls.findLast((each) => each.startsWith('state'));
const lastTrack = (calls: string[]) =>
  calls.findLast((each) => each.startsWith('track') || each === 'nothing');

it('shows "paused" at once when the page pauses', async () => {
  const { store, lockScreen, play } = await playerStage({ tracks: rain() });
  await play('a');
  expect(lastState(lockScreen.calls)).toBe('state playing');
  store.set(pauseAtom);
  expect(lastState(lockScreen.calls)).toBe('state paused');
});

it('shows "paused" when another app takes over audio', async () => {
  const { lockScreen, playback, play } = await playerStage({ tracks: rain() });
  await play('a');
  playback.emit({ type: 'paused' });
  expect(lastState(lockScreen.calls)).toBe('state paused');
});

it('updates the position after load, seek, pause and speed change, but not on every tick', async () => {
  const { store, lockScreen, playback, play, hear } = await playerStage({ tracks: rain() });
  await play('a');
  const placesAfter = (act: () => void) => {
    lockScreen.calls.length = 0;
    act();
    return lockScreen.calls.filter((each) => each.startsWith('at'));
  };
  expect(placesAfter(() => [1, 2, 3, 4].forEach(hear))).toEqual([]);
  expect(placesAfter(() => playback.emit({ type: 'duration', seconds: 100 }))).toEqual([
    'at 4 of 100 times 1',
  ]);
  store.set(seekAtom, 40);
  expect(placesAfter(() => playback.emit({ type: 'seeked' }))).toEqual(['at 40 of 100 times 1']);
  store.set(speedAtom, 1.5);
  expect(placesAfter(() => playback.emit({ type: 'rate' }))).toEqual(['at 40 of 100 times 1.5']);
  expect(placesAfter(() => store.set(pauseAtom))).toEqual(['at 40 of 100 times 1.5']);
});

it('handles its buttons', async () => {
  const { lockScreen, playback, play, state, current } = await playerStage({ tracks: rain() });
  await play('a');
  const { actions } = lockScreen;
  actions?.seekTo(50);
  expect(playback.at).toBe(50);
  actions?.skip(-15);
  expect(playback.at).toBe(35);
  actions?.pause();
  expect(state().phase).toBe('paused');
  actions?.play();
  expect(state().phase).toBe('loading');
  actions?.next();
  await expect.poll(current).toBe('b');
});

it('hides the title in discreet mode, even while shown', async () => {
  const { store, lockScreen, play } = await playerStage({ tracks: rain() });
  await play('a');
  expect(lastTrack(lockScreen.calls)).toBe('track Rain, mira, Aural');
  store.set(discreetAtom, true);
  store.set(tellAtom, 'state');
  expect(lastTrack(lockScreen.calls)).toBe('track Audio, , ');
  await play('b');
  expect(lockScreen.calls.join()).not.toContain('Snow');
});

it('is empty after the player closes', async () => {
  const { store, lockScreen, play } = await playerStage({ tracks: rain() });
  await play('a');
  store.set(closePlayerAtom);
  expect(lastTrack(lockScreen.calls)).toBe('nothing');
  expect(lastState(lockScreen.calls)).toBe('state none');
  expect(lockScreen.calls.at(-1)).toBe('no place');
});
