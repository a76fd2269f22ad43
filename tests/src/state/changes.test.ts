import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TRACK_IDS_MAX } from '../../../api/contract/limits.ts';
import { applyChangeAtom, checkCopiesAtom } from '../../../src/state/changes.ts';
import { playerStateAtom } from '../../../src/state/player.ts';
import { selectTrackAtom } from '../../../src/state/playerActions.ts';
import { type StatePorts, statePortsAtom } from '../../../src/state/ports.ts';
import { toggleLikeAtom } from '../../../src/state/reactions.ts';
import { tracksByIdAtom, tracksList } from '../../../src/state/tracks.ts';
import { fakeServer, okReply } from '../../support/server/fakeServer.ts';
import { buildTrack } from '../../support/server/tracks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that shows `a` and `b`; on the server `a` has more likes and `b` is deleted. */
async function setUp() {
  const store = createStore();
  let isChanged = false;
  const server = fakeServer(store, {
    me: () => okReply(null),
    getTracks: ({ ids }) =>
      okReply(
        isChanged && ids !== undefined
          ? [buildTrack({ id: 'a', likes: 7 })]
          : [buildTrack({ id: 'a', likes: 1 }), buildTrack({ id: 'b' })],
      ),
  });
  store.sub(tracksList({}), () => {});
  await vi.advanceTimersByTimeAsync(0);
  isChanged = true;
  const hear = (trackIds: string[], lists = false) =>
    store.set(applyChangeAtom, { name: 'tracksChanged', data: { trackIds, lists } });
  return { store, server, hear, asked: () => server.calls.slice(1).map(({ body }) => body) };
}

const counters = (id: string, likes: number) => ({ id, likes, plays: 5, commentsCount: 2 });

it('applies pushed counters to known rows without a request', async () => {
  const { store, asked } = await setUp();
  store.set(applyChangeAtom, {
    name: 'countersChanged',
    data: { tracks: [counters('a', 3), counters('not here', 9)] },
  });
  expect(store.get(tracksByIdAtom).get('a')).toMatchObject(counters('a', 3));
  expect([...store.get(tracksByIdAtom).keys()]).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked()).toEqual([]);
});

it('keeps the count stable during a pending like, and reloads the row afterwards', async () => {
  const { store, asked } = await setUp();
  let arrive = () => {};
  const write = () =>
    new Promise((resolve) => {
      arrive = () => resolve(okReply({}));
    });
  store.set(statePortsAtom, { ...store.get(statePortsAtom), write: write as StatePorts['write'] });
  await store.set(toggleLikeAtom, 'a');
  store.set(applyChangeAtom, { name: 'countersChanged', data: { tracks: [counters('a', 2)] } });
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.get(tracksByIdAtom).get('a')).toMatchObject({ likes: 2, isLiked: true });
  expect(asked().filter((body) => 'ids' in body)).toEqual([]);
  arrive();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked().filter((body) => 'ids' in body)).toEqual([{ ids: 'a' }]);
  expect(store.get(tracksByIdAtom).get('a')?.likes).toBe(7);
});

it('reloads exactly the visible rows, once for simultaneous events, and removes deleted rows', async () => {
  const { store, hear, asked } = await setUp();
  hear(['a', 'not on screen']);
  hear(['b', 'a']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([{ ids: 'a,b' }]);
  expect([...store.get(tracksByIdAtom).values()].map(({ id, likes }) => [id, likes])).toEqual([['a', 7]]);
});

it('stops a recording that is taken away while it plays, and no other', async () => {
  const { store, hear } = await setUp();
  store.set(selectTrackAtom, 'a');
  hear(['b']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.get(playerStateAtom)).toMatchObject({ trackId: 'a' });
  const later = await setUp();
  later.store.set(selectTrackAtom, 'b');
  later.hear(['b']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(later.store.get(playerStateAtom)).toEqual({ phase: 'idle' });
});

/** A list that this device stored before. */
const stored = (ids: readonly string[]) => ({
  key: 'getTracks [["category","new"]]',
  takenAt: new Date(0).toISOString(),
  of: '',
  rows: ids.map((id) => buildTrack({ id })),
});
const idsIn = ({ rows }: { rows: unknown[] } = { rows: [] }) =>
  (rows as { id: string }[]).map(({ id }) => id);

it('a recording that is hidden leaves the lists stored on this device too', async () => {
  const { server, hear, asked } = await setUp();
  const copy = stored(['a', 'hidden', 'c']);
  server.device.copies.set(copy.key, copy);
  hear(['hidden', 'nowhere']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([{ ids: 'hidden' }]);
  expect(idsIn(server.device.copies.get(copy.key))).toEqual(['a', 'c']);
});

it('what was hidden while nobody listened leaves the stored lists when they are checked', async () => {
  const { store, server, asked } = await setUp();
  const others = Array.from({ length: TRACK_IDS_MAX }, (_, index) => `hidden-${index}`);
  const copy = stored([...others, 'a']);
  server.device.copies.set(copy.key, copy);
  await store.set(checkCopiesAtom, new Date(0).toISOString());
  expect(asked()).toEqual([]);
  await store.set(checkCopiesAtom, new Date(1).toISOString());
  expect(asked()).toEqual([{ ids: others.join(',') }, { ids: 'a' }]);
  expect(idsIn(server.device.copies.get(copy.key))).toEqual(['a']);
});

it('requests nothing for invisible rows, but reloads the lists when their rows may change', async () => {
  const { hear, asked } = await setUp();
  hear(['elsewhere']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([]);
  hear(['new'], true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([{}]);
});

it('reloads at most five times in fifteen seconds', async () => {
  const { hear, asked } = await setUp();
  for (let tenth = 0; tenth < 140; tenth++) {
    hear(['a']);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked()).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked()).toHaveLength(6);
});
