import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tableAtom } from '../../../src/state/entities.ts';
import { identityAtom } from '../../../src/state/identity.ts';
import { defineList, type ListAtom } from '../../../src/state/lists.ts';
import { joinPages } from '../../../src/state/pages.ts';
import { playlistAtom } from '../../../src/state/player.ts';
import { statePortsAtom } from '../../../src/state/ports.ts';
import { invalidateAtom, refreshShownAtom } from '../../../src/state/registry.ts';
import { loadSessionAtom, signOutAtom } from '../../../src/state/session.ts';
import { tracksByIdAtom, tracksList } from '../../../src/state/tracks.ts';
import {
  type Answer,
  fakeDevice,
  fakeServer,
  okReply,
  refusedReply,
} from '../../support/server/fakeServer.ts';
import { buildTrack } from '../../support/server/tracks.ts';

const itself = (id: string) => id;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

const tracks = (...ids: string[]) => ids.map((id) => buildTrack({ id }));
const settled = () => vi.advanceTimersByTimeAsync(0);

function setUp(getTracks: (body: Record<string, unknown>) => Answer, device = fakeDevice()) {
  const store = createStore();
  const me = { id: 'me', username: 'mira', role: 'user' };
  const server = fakeServer(store, { getTracks, me: () => okReply(me), logout: () => okReply(null) }, device);
  const ids = (list: ListAtom<{ id: string }>) => {
    const state = store.get(list);
    return state.status === 'loading' ? null : state.rows.map(({ id }) => id);
  };
  return { store, server, device, ids };
}

/** Pages of two: `1 2`, `3 4`, `5`. */
const threePages = ({ cursor }: Record<string, unknown>): Answer => {
  if (cursor === undefined) return okReply(tracks('1', '2'), 'after 2');
  return cursor === 'after 2' ? okReply(tracks('3', '4'), 'after 4') : okReply(tracks('5'));
};

describe('a list', () => {
  it('loads while subscribed, and pages by cursor to its end', async () => {
    const { store, server, ids } = setUp(threePages);
    const list = tracksList({ limit: '2' });
    expect(store.get(list)).toEqual({ status: 'loading' });
    store.sub(list, () => {});
    await settled();
    expect(store.get(list)).toMatchObject({ status: 'ready', more: 'idle', refreshing: false });
    await store.set(list, 'more');
    await store.set(list, 'more');
    expect(ids(list)).toEqual(['1', '2', '3', '4', '5']);
    expect(store.get(list)).toMatchObject({ more: 'end' });
    await store.set(list, 'more');
    expect(server.calls.map(({ body }) => body)).toEqual([
      { limit: '2' },
      { limit: '2', cursor: 'after 2' },
      { limit: '2', cursor: 'after 4' },
    ]);
  });

  it('stores a row once for all lists that contain it', async () => {
    const { store } = setUp(() => okReply([...tracks('a'), ...tracks('a', 'b')]));
    const [one, two] = [tracksList({ category: 'new' }), tracksList({ category: 'top_rated' })];
    await Promise.all([store.set(one, 'refresh'), store.set(two, 'refresh')]);
    expect([...store.get(tracksByIdAtom).keys()]).toEqual(['a', 'b']);
    const rowsOf = (list: typeof one) => {
      const state = store.get(list);
      return state.status === 'loading' ? [] : state.rows;
    };
    expect(rowsOf(one)).toHaveLength(2);
    expect(rowsOf(one)[0]).toBe(rowsOf(two)[0]);
  });

  it('shows only active and approved tracks', async () => {
    const statuses = ['active', 'pending', 'inactive', 'approved', 'rejected', 'pending_review'] as const;
    const { store, ids } = setUp(() => okReply(statuses.map((status) => buildTrack({ id: status, status }))));
    const list = tracksList({});
    await store.set(list, 'refresh');
    expect(ids(list)).toEqual(['active', 'approved']);
  });

  it('is the same atom for the same query, in any field order', () => {
    expect(tracksList({ category: 'new', limit: '2' })).toBe(tracksList({ limit: '2', category: 'new' }));
    expect(tracksList({ category: 'new' })).not.toBe(tracksList({ category: 'new', gender: 'males' }));
  });

  it('shares one request between callers and screens', async () => {
    const { store, server } = setUp(threePages);
    const list = tracksList({ category: 'joined' });
    store.sub(list, () => {});
    store.sub(list, () => {});
    await Promise.all([store.set(list, 'refresh'), store.set(list, 'refresh')]);
    await Promise.all([store.set(list, 'more'), store.set(list, 'more')]);
    expect(server.countOf('getTracks')).toBe(2);
  });

  it('reports a failed next page, keeps its rows, and retries', async () => {
    let broken = true;
    const { store, ids } = setUp((body) =>
      broken && body.cursor !== undefined ? refusedReply('internal') : threePages(body),
    );
    const list = tracksList({ category: 'broken page' });
    await store.set(list, 'refresh');
    await store.set(list, 'more');
    expect(store.get(list)).toMatchObject({ status: 'ready', more: 'failed' });
    expect(ids(list)).toEqual(['1', '2']);
    broken = false;
    await store.set(list, 'more');
    expect(ids(list)).toEqual(['1', '2', '3', '4']);
  });
});

describe('unsubscribing', () => {
  it('aborts the request with the last subscriber, and reloads on return', async () => {
    let answer: Answer = 'never';
    const { store, server, ids } = setUp(() => answer);
    const list = tracksList({ category: 'left' });
    const [first, second] = [store.sub(list, () => {}), store.sub(list, () => {})];
    first();
    expect(server.calls[0]?.options.signal?.aborted).toBe(false);
    second();
    expect(server.calls[0]?.options.signal?.aborted).toBe(true);
    expect(store.get(list)).toEqual({ status: 'loading' });
    answer = okReply(tracks('a'));
    store.sub(list, () => {});
    await settled();
    expect(ids(list)).toEqual(['a']);
  });

  it('aborts the next page and resets its loading state', async () => {
    const { store, server } = setUp((body) => (body.cursor ? 'never' : threePages(body)));
    const list = tracksList({ category: 'left with more' });
    const leave = store.sub(list, () => {});
    await settled();
    void store.set(list, 'more');
    expect(store.get(list)).toMatchObject({ more: 'loading' });
    leave();
    expect(server.calls.at(-1)?.options.signal?.aborted).toBe(true);
    expect(store.get(list)).toMatchObject({ status: 'ready', more: 'idle' });
  });

  it('evicts lists beyond thirty, with rows that no other list has', async () => {
    const { store, server, ids } = setUp(({ user }) => okReply(tracks(`by ${user}`)));
    for (let index = 0; index < 40; index++) {
      const leave = store.sub(tracksList({ user: `${index}` }), () => {});
      await vi.advanceTimersByTimeAsync(1);
      leave();
    }
    expect(store.get(tracksByIdAtom).size).toBe(30);
    expect(store.get(tracksByIdAtom).has('by 39')).toBe(true);
    expect(ids(tracksList({ user: '0' }))).toBeNull();
    store.sub(tracksList({ user: '39' }), () => {});
    expect(server.countOf('getTracks')).toBe(40);
  });
});

describe('reloading', () => {
  it('keeps the visible rows and reports a failure', async () => {
    let answer: Answer = okReply(tracks('a'));
    const { store, ids } = setUp(() => answer);
    const list = tracksList({ category: 'failing' });
    await store.set(list, 'refresh');
    answer = refusedReply('internal');
    const again = store.set(list, 'refresh');
    expect(store.get(list)).toMatchObject({ status: 'ready', refreshing: true });
    await again;
    expect(ids(list)).toEqual(['a']);
    expect(store.get(list)).toMatchObject({ status: 'failed', code: 'internal', copyFrom: null });
  });

  it('happens at once for visible lists after an invalidation, and on return for others', async () => {
    let answer: Answer = okReply(tracks('a'));
    const { store, server, ids } = setUp(() => answer);
    const [shown, left] = [tracksList({ category: 'shown' }), tracksList({ category: 'put away' })];
    store.sub(left, () => {})();
    const leave = store.sub(left, () => {});
    store.sub(shown, () => {});
    await settled();
    leave();
    const before = server.countOf('getTracks');
    answer = okReply(tracks('b', 'a'));
    store.set(invalidateAtom, 'comments:7');
    expect(server.countOf('getTracks')).toBe(before);
    store.set(invalidateAtom, 'tracks');
    await settled();
    expect(ids(shown)).toEqual(['b', 'a']);
    expect(ids(left)).toEqual(['a']);
    store.sub(left, () => {});
    await settled();
    expect(ids(left)).toEqual(['b', 'a']);
  });

  it('discards a response from before the invalidation', async () => {
    let release = (_: unknown) => {};
    let now = 'before';
    const store = createStore();
    const asked = vi.fn(async () => {
      const seen = now;
      await new Promise((resolve) => {
        release = resolve;
      });
      return { data: tracks(seen) };
    });
    fakeServer(store, {});
    store.set(statePortsAtom, { ...store.get(statePortsAtom), read: asked as never });
    const list = tracksList({ category: 'overtaken' });
    store.sub(list, () => {});
    now = 'after';
    store.set(invalidateAtom, 'tracks');
    release(null);
    await settled();
    release(null);
    await settled();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(store.get(list)).toMatchObject({ status: 'ready', rows: [{ id: 'after' }] });
  });

  it('keeps a page that arrives during a reload of the first', async () => {
    let release = () => {};
    const store = createStore();
    const read = vi.fn(async (_action: string, { cursor }: { cursor?: string }) => {
      if (cursor !== undefined) return { data: tracks('3', '4') };
      if (read.mock.calls.length > 1)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return { data: tracks('1', '2'), nextCursor: 'after 2' };
    });
    fakeServer(store, {});
    store.set(statePortsAtom, { ...store.get(statePortsAtom), read: read as never });
    const list = tracksList({ category: 'grown' });
    store.sub(list, () => {});
    await settled();
    store.set(invalidateAtom, 'tracks');
    await store.set(list, 'more');
    release();
    await settled();
    expect(store.get(list)).toMatchObject({ rows: [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }] });
  });

  it('happens on return to the network or the page, at most every ten seconds', async () => {
    const { store, server } = setUp(threePages);
    store.sub(tracksList({ category: 'returned' }), () => {});
    await settled();
    store.set(refreshShownAtom);
    expect(server.countOf('getTracks')).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    store.set(refreshShownAtom);
    expect(server.countOf('getTracks')).toBe(2);
  });

  it('keeps later pages if the new first page overlaps them', () => {
    const pages = (ids: string, cursor: string | null) => ({
      ones: ids.split(''),
      cursor,
      more: 'idle' as const,
    });
    const joined = (fresh: string, known: string) => joinPages(pages(fresh, 'p'), pages(known, 'q'), itself);
    expect(joined('xab', 'abcdef').ones.join('')).toBe('xabcdef');
    expect(joined('fab', 'abcdef').ones.join('')).toBe('fabcde');
    expect(joined('abcd', 'abcdef')).toMatchObject({ cursor: 'q' });
    expect(joined('xyz', 'abcdef')).toMatchObject({ ones: ['x', 'y', 'z'], cursor: 'p' });
    expect(joinPages(pages('ab', null), pages('abcd', 'q'), itself).ones).toEqual(['a', 'b']);
  });

  it('allows a retry of a failed page after a successful reload', () => {
    const failed = { ones: ['a', 'b', 'c'], cursor: 'q', more: 'failed' as const };
    const fresh = { ones: ['x', 'a'], cursor: 'p', more: 'idle' as const };
    expect(joinPages(fresh, failed, itself)).toEqual({
      ones: ['x', 'a', 'b', 'c'],
      cursor: 'q',
      more: 'idle',
    });
  });

  it('runs at intervals for lists that define one', async () => {
    const { store, server } = setUp(threePages);
    const clocked = defineList({ action: 'getTracks', table: 'tracks', tags: () => [], everyMs: 1000 })({
      category: 'clocked',
    });
    const leave = store.sub(clocked, () => {});
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.countOf('getTracks')).toBe(3);
    leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.countOf('getTracks')).toBe(3);
  });
});

describe('the copy on this device', () => {
  it('is shown with its date when the server is unreachable', async () => {
    let answer: Answer = okReply(tracks('a'));
    const list = tracksList({ category: 'copied' });
    const { store, device } = setUp(() => answer);
    await store.set(loadSessionAtom);
    await store.set(list, 'refresh');
    answer = 'offline';
    const next = setUp(() => answer, device);
    await next.store.set(list, 'refresh');
    expect(next.ids(list)).toEqual(['a']);
    expect(next.store.get(list)).toMatchObject({
      status: 'failed',
      code: 'offline',
      copyFrom: expect.stringMatching(/^\d{4}-/),
      more: 'end',
    });
  });

  it('does not end the reloaded list, even if it had more than one page', async () => {
    let answer: Answer = 'offline';
    const { store } = setUp(() => answer);
    const list = defineList({
      action: 'getTracks',
      table: 'tracks',
      tags: () => [],
      knownHere: async () => ({ rows: tracks('1', '2', '3'), takenAt: new Date(0).toISOString() }),
    })({ category: 'known here' });
    await store.set(list, 'refresh');
    expect(store.get(list)).toMatchObject({ status: 'failed', more: 'end' });
    answer = okReply(tracks('1', '2'), 'after 2');
    await store.set(list, 'refresh');
    expect(store.get(list)).toMatchObject({
      status: 'ready',
      more: 'idle',
      rows: [{ id: '1' }, { id: '2' }],
    });
  });

  it('is stored only once its owner is known', async () => {
    const { store, device } = setUp(() => okReply(tracks('a')));
    await store.set(tracksList({ category: 'early' }), 'refresh');
    expect(device.copies.size).toBe(0);
    store.set(identityAtom, 'me user');
    expect([...device.copies.values()].map(({ of }) => of)).toEqual(['me user']);
  });

  it('is not shown when empty', async () => {
    let answer: Answer = okReply([]);
    const { store, device } = setUp(() => answer);
    const list = tracksList({ category: 'empty copy' });
    await store.set(loadSessionAtom);
    await store.set(list, 'refresh');
    answer = 'offline';
    const next = setUp(() => answer, device);
    await next.store.set(list, 'refresh');
    expect(next.store.get(list)).toMatchObject({ status: 'failed', copyFrom: null, rows: [] });
  });

  it('is deleted on sign-out, with the visible rows', async () => {
    const { store, device, server } = setUp(() => okReply(tracks('a')));
    const list = tracksList({ category: 'bookmarked' });
    await store.set(loadSessionAtom);
    const leave = store.sub(list, () => {});
    await settled();
    leave();
    const keptOf = (one: string) =>
      [...device.copies.values()].filter(({ of }) => of.startsWith(one)).map(({ key }) => key.split(' ')[0]);
    expect(keptOf('me').sort()).toEqual(['getTracks', 'me']);
    await store.set(signOutAtom);
    await settled();
    expect(keptOf('me')).toEqual([]);
    expect(store.get(list)).toEqual({ status: 'loading' });
    expect(store.get(tableAtom('tracks')).size).toBe(0);
    expect(server.countOf('getTracks')).toBe(1);
  });

  it('keeps the current track after sign-out, without the user’s reactions', async () => {
    const { store } = setUp(() => okReply([buildTrack({ id: 'a', isLiked: true })]));
    await store.set(loadSessionAtom);
    await store.set(tracksList({ category: 'playing' }), 'refresh');
    store.set(playlistAtom, ['a']);
    await store.set(signOutAtom);
    expect(store.get(tracksByIdAtom).get('a')).toMatchObject({ id: 'a', isLiked: false });
  });
});
