import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identityAtom } from '../../../src/state/identity.ts';
import {
  flushWritesAtom,
  refusalsAtom,
  sendWriteAtom,
  waitingWritesAtom,
} from '../../../src/state/outbox.ts';
import { loadSessionAtom, sessionAtom, signOutAtom } from '../../../src/state/session.ts';
import { tracksByIdAtom, tracksList } from '../../../src/state/tracks.ts';
import {
  type Answer,
  fakeDevice,
  fakeServer,
  okReply,
  refusedReply,
} from '../../support/server/fakeServer.ts';
import { buildTrack } from '../../support/server/tracks.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);
const like = (trackId: string) => ({ like: { trackId } });

async function setUp(device = fakeDevice()) {
  const store = createStore();
  let now: Answer = okReply(null);
  const answer = () => now;
  const row = () => buildTrack({ id: 'a', likes: 3 });
  const server = fakeServer(
    store,
    {
      getTracks: () => okReply([row()]),
      me: () => okReply({ id: 'me', role: 'user' }),
      logout: () => okReply(null),
      incrementPlay: () => (now === 'offline' ? now : okReply({ plays: 9 })),
      addLike: answer,
      removeLike: answer,
      addBookmark: answer,
    },
    device,
  );
  await store.set(tracksList({ id: 'a' }), 'refresh');
  const track = () => store.get(tracksByIdAtom).get('a');
  const reactions = () => {
    const { isLiked, likes, isBookmarked } = track() ?? {};
    return { isLiked, likes, isBookmarked };
  };
  return {
    store,
    server,
    device,
    track,
    reactions,
    sent: () => server.calls.filter(({ options }) => options.idempotencyKey !== undefined),
    answerWith: (next: Answer) => {
      now = next;
    },
  };
}

/** A signed-in user who has liked a track offline. */
async function likedOffline() {
  const first = await setUp();
  await first.store.set(loadSessionAtom);
  first.answerWith('offline');
  await first.store.set(sendWriteAtom, 'addLike', like('a'));
  await settled();
  return first;
}

describe('a reaction', () => {
  it('is shown at once, and stays when the server accepts it', async () => {
    const { store, reactions, sent, device } = await setUp();
    const safe = store.set(sendWriteAtom, 'addLike', like('a'));
    expect(reactions()).toEqual({ isLiked: true, likes: 4, isBookmarked: false });
    await safe;
    await settled();
    expect(sent().map(({ action, body }) => [action, body])).toEqual([['addLike', like('a')]]);
    expect(reactions()).toMatchObject({ isLiked: true, likes: 4 });
    expect([device.outbox.size, store.get(waitingWritesAtom)]).toEqual([0, []]);
  });

  it('is reverted when the server refuses, with the code', async () => {
    const { store, reactions, answerWith, device } = await setUp();
    answerWith(refusedReply('not_found'));
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    expect(reactions()).toMatchObject({ isLiked: false, likes: 3 });
    expect(store.get(refusalsAtom)).toEqual([
      { action: 'addLike', body: like('a'), code: 'not_found', at: null },
    ]);
    expect(device.outbox.size).toBe(0);
  });

  it('survives a reload from before the write, and is not counted twice after it', async () => {
    const { store, reactions, answerWith } = await setUp();
    answerWith('never');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await store.set(tracksList({ id: 'a' }), 'refresh');
    expect(reactions()).toMatchObject({ isLiked: true, likes: 4 });
    const { statePortsAtom } = await import('../../../src/state/ports.ts');
    const row = buildTrack({ id: 'a', likes: 4, isLiked: true });
    store.set(statePortsAtom, {
      ...store.get(statePortsAtom),
      read: (async () => ({ data: [row] })) as never,
    });
    await store.set(tracksList({ id: 'a' }), 'refresh');
    expect(reactions()).toMatchObject({ isLiked: true, likes: 4 });
  });

  it('is sent once when changed again before sending', async () => {
    const { store, reactions, sent, answerWith, device } = await setUp();
    answerWith('offline');
    await store.set(sendWriteAtom, 'addBookmark', { bookmark: { trackId: 'a' } });
    await settled();
    const before = sent().length;
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await store.set(sendWriteAtom, 'removeLike', { likeId: 'a' });
    await settled();
    expect(reactions()).toEqual({ isLiked: false, likes: 3, isBookmarked: true });
    expect([...device.outbox.values()].map(({ action }) => action)).toEqual(['addBookmark', 'removeLike']);
    answerWith(okReply(null));
    await store.set(flushWritesAtom);
    const reactionsSent = sent()
      .slice(before)
      .filter(({ action }) => action !== 'addBookmark');
    expect(reactionsSent.map(({ action }) => action)).toEqual(['removeLike']);
  });
});

describe('the outbox', () => {
  it('sends in order, one at a time, and stops when the server is unreachable', async () => {
    const { store, sent, answerWith } = await setUp();
    answerWith('offline');
    for (const trackId of ['a', 'b', 'c']) await store.set(sendWriteAtom, 'addLike', like(trackId));
    await settled();
    expect(new Set(sent().map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify(like('a'))]),
    );
    answerWith(okReply(null));
    const before = sent().length;
    await store.set(flushWritesAtom);
    expect(
      sent()
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([like('a'), like('b'), like('c')]);
  });

  it('repeats a write without a response under the same key, even on the next visit', async () => {
    const first = await setUp();
    first.answerWith('offline');
    await first.store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    const next = await setUp(first.device);
    await next.store.set(flushWritesAtom);
    const keys = [...first.sent(), ...next.sent()].map(({ options }) => options.idempotencyKey);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(next.reactions()).toMatchObject({ isLiked: true, likes: 4 });
    expect(first.device.outbox.size).toBe(0);
  });

  it('applies pending writes on the next visit', async () => {
    const first = await setUp();
    first.answerWith('offline');
    await first.store.set(sendWriteAtom, 'addLike', like('a'));
    const next = await setUp(first.device);
    next.answerWith('offline');
    expect(next.reactions()).toMatchObject({ isLiked: false });
    await next.store.set(flushWritesAtom);
    expect(next.reactions()).toMatchObject({ isLiked: true, likes: 4 });
  });

  it('retries with increasing delays', async () => {
    const { store, sent, answerWith } = await setUp();
    answerWith('offline');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    const tries = () => sent().length;
    const start = tries();
    await vi.advanceTimersByTimeAsync(5000);
    expect(tries()).toBe(start + 1);
    await vi.advanceTimersByTimeAsync(9999);
    expect(tries()).toBe(start + 1);
    answerWith(okReply(null));
    await vi.advanceTimersByTimeAsync(1);
    expect(store.get(waitingWritesAtom)).toEqual([]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tries()).toBe(start + 2);
  });

  it('does not repeat a write older than a day that may have been applied', async () => {
    const { store, sent, answerWith, reactions } = await setUp();
    answerWith('offline');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    vi.setSystemTime(Date.now() + 25 * 3600 * 1000);
    answerWith(okReply(null));
    const before = sent().length;
    await store.set(flushWritesAtom);
    expect(sent().length).toBe(before);
    expect(store.get(refusalsAtom)).toHaveLength(1);
    expect(reactions()).toMatchObject({ isLiked: false });
  });

  it('drops a write that keeps failing, so that later ones are sent', async () => {
    const { store, sent, answerWith } = await setUp();
    answerWith(refusedReply('internal'));
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    await store.set(sendWriteAtom, 'incrementPlay', { trackId: 'a' });
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(sent().at(-1)?.action).toBe('incrementPlay');
    expect(store.get(refusalsAtom)).toMatchObject([{ action: 'addLike', code: 'internal' }]);
  });

  it('keeps a write in memory when the disk rejects it', async () => {
    const device = fakeDevice();
    device.ports.outbox.put = async () => Promise.reject(new Error('full'));
    const { store, sent, answerWith, reactions } = await setUp(device);
    answerWith('offline');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    expect(reactions()).toMatchObject({ isLiked: true });
    answerWith(okReply(null));
    await store.set(flushWritesAtom);
    expect(sent().at(-1)?.action).toBe('addLike');
    expect(store.get(waitingWritesAtom)).toEqual([]);
  });

  it('never sends the previous user’s writes as the next user', async () => {
    const { store, sent, answerWith, device } = await setUp();
    await store.set(loadSessionAtom);
    answerWith('offline');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    answerWith(okReply(null));
    const before = sent().length;
    await store.set(signOutAtom);
    await settled();
    expect([sent().length, device.outbox.size]).toEqual([before, 1]);
    expect(store.get(waitingWritesAtom)).toEqual([]);
    store.set(identityAtom, 'other user');
    await store.set(flushWritesAtom);
    expect([sent().length, device.outbox.size]).toEqual([before, 1]);
    // The first account signs in again.
    await store.set(loadSessionAtom);
    await settled();
    expect([sent().length, device.outbox.size]).toEqual([before + 1, 0]);
  });

  it('waits on the next visit until the session is known, and skips writes of another user', async () => {
    const first = await likedOffline();
    const next = await setUp(first.device);
    await next.store.set(flushWritesAtom);
    expect([next.sent().length, first.device.outbox.size]).toEqual([0, 1]);
    next.store.set(identityAtom, 'other user');
    await next.store.set(flushWritesAtom);
    expect([next.sent().length, first.device.outbox.size]).toEqual([0, 1]);
  });

  it('reloads the session and sends when the server was unreachable at first', async () => {
    const first = await likedOffline();
    let isAway = true;
    const store = createStore();
    const server = fakeServer(
      store,
      {
        me: () => (isAway ? 'offline' : okReply({ id: 'me', role: 'user' })),
        addLike: () => okReply(null),
      },
      first.device,
    );
    // The frame always subscribes to it.
    store.sub(sessionAtom, () => {});
    await store.set(flushWritesAtom);
    await settled();
    expect([server.countOf('addLike'), first.device.outbox.size]).toEqual([0, 1]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([server.countOf('addLike'), first.device.outbox.size]).toEqual([1, 0]);
  });

  it('does not count an attempt while offline', async () => {
    const { store, sent, answerWith, device } = await setUp();
    const before = sent().length;
    vi.stubGlobal('navigator', { onLine: false });
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    expect([sent().length - before, [...device.outbox.values()].map(({ triedAt }) => triedAt)]).toEqual([
      0,
      [null],
    ]);
    vi.unstubAllGlobals();
    answerWith(okReply(null));
    await store.set(flushWritesAtom);
    expect(device.outbox.size).toBe(0);
  });

  it('updates plays from the response', async () => {
    const { store, track } = await setUp();
    await store.set(sendWriteAtom, 'incrementPlay', { trackId: 'a' });
    await settled();
    expect(track()?.plays).toBe(9);
  });
});

describe('a visitor', () => {
  it('becomes a guest before the first write, so that a lost cookie causes no duplicate', async () => {
    const store = createStore();
    let line: Answer = 'offline';
    const server = fakeServer(store, { becomeGuest: () => line, addLike: () => okReply(null) });
    const order = () => server.calls.map(({ action }) => action);
    store.set(identityAtom, '');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    expect(order()).toEqual(['becomeGuest']);
    line = okReply({ id: 'guest', role: 'guest' });
    await store.set(flushWritesAtom);
    await store.set(sendWriteAtom, 'addLike', like('b'));
    await settled();
    expect(order()).toEqual(['becomeGuest', 'becomeGuest', 'addLike', 'addLike']);
  });

  it('can write to a server without that action', async () => {
    const store = createStore();
    const server = fakeServer(store, { addLike: () => okReply(null) });
    store.set(identityAtom, '');
    await store.set(sendWriteAtom, 'addLike', like('a'));
    await settled();
    expect(server.countOf('addLike')).toBe(1);
  });
});
