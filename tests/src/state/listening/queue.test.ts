// The queue on its own: its order, and what a reload keeps of it. `order.test.ts` plays it.
import { expect, it } from 'vitest';
import {
  addToQueueAtom,
  moveInQueueAtom,
  playNextAtom,
  queueAtom,
  removeFromQueueAtom,
  restoreQueueAtom,
} from '../../../../src/state/listening/queue.ts';
import { tracksByIdAtom } from '../../../../src/state/tracks.ts';
import { playerStage } from '../../../support/browser/playerStage.ts';
import { okReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

const tracksOf = (ids: string) => ids.split('').map((id) => buildTrack({ id, duration: 100 }));

it('plays the first one added first', async () => {
  const { store, play, end, current } = await playerStage({ tracks: tracksOf('abcde') });
  await play('a', ['a', 'b']);
  for (const id of ['d', 'c', 'e']) await store.set(addToQueueAtom, id);
  expect(store.get(queueAtom)).toEqual(['d', 'c', 'e']);
  await end();
  await expect.poll(current).toBe('d');
  expect(store.get(queueAtom)).toEqual(['c', 'e']);
});

it('moves a track to the front or to the end when it is added again', async () => {
  const { store } = await playerStage({ tracks: tracksOf('abc') });
  for (const id of ['a', 'b', 'c']) await store.set(addToQueueAtom, id);
  await store.set(playNextAtom, 'c');
  expect(store.get(queueAtom)).toEqual(['c', 'a', 'b']);
  await store.set(addToQueueAtom, 'c');
  expect(store.get(queueAtom)).toEqual(['a', 'b', 'c']);
});

it.each([
  ['c', 'a', 'cabd'],
  ['a', 'c', 'bcad'],
  ['b', 'b', 'abcd'],
])('moves %s to the place of %s', async (trackId, to, order) => {
  const { store } = await playerStage({ tracks: tracksOf('abcd') });
  for (const id of ['a', 'b', 'c', 'd']) await store.set(addToQueueAtom, id);
  store.set(moveInQueueAtom, trackId, to);
  expect(store.get(queueAtom).join('')).toBe(order);
});

it('keeps its order over a reload, and reads the tracks that no list shows', async () => {
  const before = await playerStage({ tracks: tracksOf('abc') });
  for (const id of ['c', 'a', 'b']) await before.store.set(addToQueueAtom, id);
  before.store.set(removeFromQueueAtom, 'a');
  const { store, server, play, end, current } = await playerStage({
    tracks: tracksOf('x'),
    settings: before.settings,
    answers: {
      getTracks: ({ ids }) => okReply(tracksOf(typeof ids === 'string' ? ids.replaceAll(',', '') : 'x')),
    },
  });
  await expect.poll(() => store.get(tracksByIdAtom).has('c')).toBe(true);
  expect(store.get(queueAtom)).toEqual(['c', 'b']);
  expect(server.calls.filter(({ body }) => body.ids !== undefined)).toMatchObject([{ body: { ids: 'c,b' } }]);
  await play('x', ['x']);
  await end();
  await expect.poll(current).toBe('c');
});

it('drops a stored track that is gone', async () => {
  const settings = new Map<string, unknown>([['queue', ['gone', 'b']]]);
  const { store } = await playerStage({
    tracks: tracksOf('x'),
    settings,
    answers: { getTracks: ({ ids }) => okReply(tracksOf(ids === undefined ? 'x' : 'b')) },
  });
  await store.set(restoreQueueAtom);
  await expect.poll(() => store.get(queueAtom)).toEqual(['b']);
  expect(settings.get('queue')).toEqual(['b']);
});
