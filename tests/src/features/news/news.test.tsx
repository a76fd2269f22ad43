import { createStore } from 'jotai/vanilla';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { NotificationView } from '../../../../api/contract/news.ts';
import { TopBar } from '../../../../src/app/TopBar.tsx';
import { NewsPage } from '../../../../src/pages/NewsPage.tsx';
import { newsDotAtom } from '../../../../src/state/news.ts';
import { flushWritesAtom } from '../../../../src/state/outbox.ts';
import { invalidateAtom } from '../../../../src/state/registry.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply } from '../../../support/server/fakeServer.ts';

const DAY_MS = 24 * 3600 * 1000;
const ME = {
  id: 'me',
  username: 'mira',
  role: 'user',
  isGuest: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};

beforeEach(() => {
  start = Date.now();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  await page.viewport(414, 896);
});

/** Rows of a test are as old as they say, however long it takes to make them. */
let start = 0;
let serial = 0;
function row(fields: Partial<NotificationView> & { ago?: number } = {}): NotificationView {
  const { ago = 0, ...rest } = fields;
  serial++;
  return {
    id: `n${serial}`,
    type: 'like',
    user: { id: 'u1', username: 'Anna' },
    trackId: 't1',
    trackTitle: 'Rain',
    trackCover: '',
    commentText: null,
    targetUserId: 'me',
    createdAt: new Date(start - ago).toISOString(),
    isRead: false,
    ...rest,
  };
}

/** A fake server that stores these rows and can fail on request. */
function serverOf(rows: NotificationView[], store: ReturnType<typeof createStore>) {
  const state = { rows, fails: false, writesFail: false };
  const isMeant = (id: unknown, until: unknown, each: NotificationView) =>
    id === 'all' ? until === undefined || each.createdAt <= String(until) : [id].flat().includes(each.id);
  const server = fakeServer(store, {
    me: () => okReply(ME),
    getNotifications: ({ limit }): Answer =>
      state.fails
        ? 'offline'
        : {
            data: state.rows.slice(0, Number(limit ?? 50)),
            unreadCount: state.rows.filter(({ isRead }) => !isRead).length,
          },
    getActivities: () => ({
      data: [
        {
          id: 'a1',
          type: 'my_like',
          trackId: 't1',
          trackTitle: 'Rain',
          trackCover: '',
          trackUser: { id: 'u1', username: 'Anna' },
          followedUser: null,
          commentText: null,
          createdAt: new Date().toISOString(),
          isRead: false,
        },
      ],
      unreadCount: 1,
    }),
    markNotificationAsRead: ({ notificationId, until }): Answer => {
      if (state.writesFail) return 'offline';
      state.rows = state.rows.map((each) =>
        isMeant(notificationId, until, each) ? { ...each, isRead: true } : each,
      );
      return okReply(null);
    },
    removeNotification: ({ notificationId, until }): Answer => {
      if (state.writesFail) return 'offline';
      state.rows = state.rows.filter((each) => !isMeant(notificationId, until, each));
      return okReply(null);
    },
    markActivityAsRead: () => okReply(null),
  });
  return { state, server };
}

async function openNews(rows: NotificationView[], path = '/news') {
  const store = createStore();
  const { state, server } = serverOf(rows, store);
  const { screen } = await renderApp(
    <>
      <TopBar back={false} navigation />
      <main style={{ paddingTop: 72, minHeight: 3000 }}>
        <Routes>
          <Route path="/news" element={<NewsPage />} />
          <Route path="*" element={<h1>Elsewhere</h1>} />
        </Routes>
      </main>
    </>,
    { store, path },
  );
  return { store, state, server, screen };
}

const entries = () => [...document.querySelectorAll('[data-entry]')].map((each) => each.textContent ?? '');

it.each([
  [360, 640],
  [1440, 900],
])('groups rows by age and opens only this week, at %i × %i (row 19)', async (width, height) => {
  await page.viewport(width, height);
  const { screen } = await openNews([
    row({ trackTitle: 'Today' }),
    row({ trackTitle: 'A week ago', ago: 7 * DAY_MS, isRead: true }),
    row({ trackTitle: 'Three weeks ago', ago: 21 * DAY_MS, isRead: true }),
    row({ trackTitle: 'Three months ago', ago: 90 * DAY_MS, isRead: true }),
    row({ trackTitle: 'Too long ago', ago: 200 * DAY_MS, isRead: true }),
  ]);
  const group = (name: RegExp) => screen.getByRole('button', { name });
  await expect.element(group(/^This week/)).toHaveAttribute('aria-expanded', 'true');
  expect(entries()).toHaveLength(1);
  for (const [name, title] of [
    [/^Last week/, 'A week ago'],
    [/^2 to 5 weeks ago/, 'Three weeks ago'],
    [/^1 to 6 months ago/, 'Three months ago'],
    [/^Older/, 'Too long ago'],
  ] as const) {
    await expect.element(group(name)).toHaveAttribute('aria-expanded', 'false');
    await group(name).click();
    await expect.poll(entries).toContainEqual(expect.stringContaining(title));
    await group(name).click();
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  for (const target of document.querySelectorAll('main button, main a')) {
    const box = target.getBoundingClientRect();
    expect([target.textContent, Math.min(box.width, box.height) >= 44]).toEqual([target.textContent, true]);
  }
});

it('shows the dot for unread rows, hides it when the page opens, and keeps it hidden after a reload (row 2)', async () => {
  const store = createStore();
  const rows = [row()];
  const { server } = serverOf(rows, store);
  const { screen } = await renderApp(<TopBar back={false} navigation />, { store });
  await expect.element(screen.getByRole('link', { name: 'News, unread' })).toBeVisible();
  await screen.unmount();
  const opened = await openNews(rows);
  await expect.poll(() => opened.store.get(newsDotAtom)).toBe(0);
  await expect.element(opened.screen.getByRole('link', { name: 'News', exact: true })).toBeVisible();
  expect(document.querySelector('[data-news-dot]')).toBeNull();
  await opened.screen.unmount();
  const again = createStore();
  const later = serverOf(rows, again);
  await renderApp(<TopBar back={false} navigation />, { store: again });
  await expect.poll(() => later.server.countOf('getNotifications')).toBeGreaterThan(0);
  expect(document.querySelector('[data-news-dot]')).toBeNull();
  later.state.rows = [row({ ago: -1000 }), ...later.state.rows];
  again.set(invalidateAtom, 'notifications');
  await expect.poll(() => document.querySelector('[data-news-dot]')).not.toBeNull();
  expect(server.countOf('getNotifications')).toBe(1);
});

it('keeps a row looking new until it was visible, then marks it read on the server (row 19)', async () => {
  const { screen, state } = await openNews([row({ trackTitle: 'Rain' })]);
  await expect.element(screen.getByRole('link', { name: /New: Anna liked Rain/ })).toBeVisible();
  expect(state.rows[0]?.isRead).toBe(false);
  await expect.poll(() => state.rows[0]?.isRead, { timeout: 5000 }).toBe(true);
  await expect.poll(() => document.querySelector('[data-new]')).toBeNull();
});

it('marks rows read on leaving, but not those that arrived meanwhile (row 19)', async () => {
  const first = row({ ago: 1000 });
  const { screen, state } = await openNews([first, row({ ago: 8 * DAY_MS })]);
  await expect.element(screen.getByRole('link', { name: /Anna liked Rain/ })).toBeVisible();
  const late = row({ trackTitle: 'Late' });
  state.rows = [late, ...state.rows];
  await screen.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => state.rows.map(({ isRead }) => isRead)).toEqual([false, true, true]);
});

it('marks one row as read, then all (row 19)', async () => {
  const { screen, state } = await openNews([
    row({ trackTitle: 'One' }),
    row({ trackTitle: 'Two', ago: 9 * DAY_MS }),
  ]);
  await screen.getByRole('button', { name: 'Mark as read: Anna liked One' }).click();
  await expect.poll(() => state.rows.map(({ isRead }) => isRead)).toEqual([true, false]);
  await screen.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => state.rows.every(({ isRead }) => isRead)).toBe(true);
});

it('restores a removed row on undo, and deletes it when the undo bar closes (row 19)', async () => {
  const { screen, state, server } = await openNews([
    row({ trackTitle: 'One' }),
    row({ trackTitle: 'Two', ago: 10 }),
  ]);
  const remove = (title: string) => screen.getByRole('button', { name: `Remove: Anna liked ${title}` });
  await remove('One').click();
  await expect.poll(entries).toHaveLength(1);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(entries).toHaveLength(2);
  expect(server.countOf('removeNotification')).toBe(0);
  await remove('One').click();
  await remove('Two').click();
  await expect.poll(() => state.rows.map(({ trackTitle }) => trackTitle)).toEqual(['Two']);
  await screen.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => state.rows).toEqual([]);
});

it('clears all rows, with undo (row 19)', async () => {
  const { screen, state } = await openNews([row(), row({ ago: 20 * DAY_MS, isRead: true })]);
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(screen.getByText('Nothing new this week')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(entries).toHaveLength(1);
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await screen.getByRole('tab', { name: 'My Activities' }).click();
  await screen.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => state.rows).toEqual([]);
});

it('links every row to its track, comment or user (row 19)', async () => {
  await openNews([
    row({ type: 'like' }),
    row({ type: 'comment', commentText: 'Lovely' }),
    row({ type: 'follow', trackId: null, trackTitle: null }),
    row({ type: 'upload_approved', user: null }),
    row({ type: 'upload_rejected', user: null, trackId: null, commentText: 'Too quiet' }),
  ]);
  await expect.poll(entries).toHaveLength(5);
  const links = [...document.querySelectorAll('[data-entry]')].map((each) =>
    [...each.querySelectorAll('a')].map((link) => link.getAttribute('href')),
  );
  expect(links).toEqual([
    ['/player/t1'],
    ['/comment-track?trackId=t1'],
    ['/profile/u1'],
    ['/player/t1'],
    ['/profile?tab=uploads', '/profile?tab=uploads'],
  ]);
  expect(entries()[4]).toContain('Rain was not published');
  expect(entries()[4]).toContain('Too quiet');
  expect(entries()[4]).toContain('Edit and resubmit');
});

it('gives the reason when moderators take down content or reject an edit (rows 43, 44 and 48)', async () => {
  const reason = { user: null, commentText: 'A name is said' };
  await openNews([
    row({ type: 'track_taken_down', trackId: null, trackCover: null, ...reason }),
    row({ type: 'comment_taken_down', ...reason }),
    row({ type: 'upload_rejected', ...reason }),
  ]);
  await expect.poll(entries).toHaveLength(3);
  expect(entries()[0]).toContain('Rain was taken down by the moderators');
  expect(entries()[1]).toContain('Your comment on Rain was taken down by the moderators');
  expect(entries()[2]).toContain('Your edit to Rain was rejected');
  for (const entry of entries()) expect(entry).toContain('A name is said');
  const links = [...document.querySelectorAll('[data-entry]')].map((each) =>
    each.querySelector('a')?.getAttribute('href'),
  );
  expect(links).toEqual(['/report?decisions', '/report?decisions', '/profile?tab=uploads']);
});

it('shows own activities in the second tab and stores the tab in the address (row 19)', async () => {
  const { screen, server } = await openNews([row()]);
  await screen.getByRole('tab', { name: 'My Activities' }).click();
  await expect.element(screen.getByRole('link', { name: /You liked Rain/ })).toBeVisible();
  await expect.poll(() => server.countOf('markNotificationAsRead')).toBe(1);
  const again = await openNews([row()], '/news?tab=activities');
  await expect.element(again.screen.getByRole('link', { name: /You liked Rain/ }).first()).toBeVisible();
});

it('?trackId= opens the group of that track and highlights its rows (row 19)', async () => {
  const { screen } = await openNews(
    [row({ trackId: 'a' }), row({ trackId: 'b', trackTitle: 'Wanted', ago: 30 * DAY_MS, isRead: true })],
    '/news?trackId=b',
  );
  await expect.element(screen.getByRole('link', { name: /Anna liked Wanted/ })).toBeInViewport();
  expect([...document.querySelectorAll('[data-marked]')].map((each) => each.textContent)).toEqual([
    expect.stringContaining('Wanted'),
  ]);
});

it('keeps tabs and actions clickable on one line in landscape (row 19)', async () => {
  await page.viewport(640, 360);
  const { screen } = await openNews([row({ trackTitle: 'Today' })]);
  const middle = (target: Element) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const clear = screen.getByRole('button', { name: 'Clear all' });
  await expect.element(clear).toBeVisible();
  const tab = (name: string) => screen.getByRole('tab', { name });
  const inLine = [tab('Notifications'), tab('My Activities'), clear];
  const middles = inLine.map((each) => middle(each.element()));
  expect(Math.max(...middles.map(({ y }) => y)) - Math.min(...middles.map(({ y }) => y))).toBeLessThan(4);
  for (const [index, { x, y }] of middles.entries())
    expect(inLine[index]?.element().contains(document.elementFromPoint(x, y))).toBe(true);
});

it('holds new rows behind a button while the user reads further down (row 19)', async () => {
  await page.viewport(360, 640);
  const { screen, state, store } = await openNews(
    Array.from({ length: 20 }, (_, index) =>
      row({ trackTitle: `Old ${index}`, isRead: true, ago: 1000 + index }),
    ),
  );
  await expect.poll(entries).toHaveLength(20);
  window.scrollTo(0, 600);
  await expect.poll(() => window.scrollY).toBe(600);
  const place = () => screen.getByRole('link', { name: /Old 9/ }).element().getBoundingClientRect().top;
  const before = place();
  state.rows = [row({ trackTitle: 'Fresh 1' }), row({ trackTitle: 'Fresh 2', ago: 50 }), ...state.rows];
  store.set(invalidateAtom, 'notifications');
  await expect.element(screen.getByRole('button', { name: '2 new' })).toBeVisible();
  expect([entries().length, place()]).toEqual([20, before]);
  await screen.getByRole('button', { name: '2 new' }).click();
  await expect.poll(() => [entries().length, window.scrollY]).toEqual([22, 0]);
});

it('shows placeholders while loading, a retry on failure, and the stored copy offline (row 19)', async () => {
  const store = createStore();
  const { state, server } = serverOf([row()], store);
  state.fails = true;
  const { screen } = await renderApp(<NewsPage />, { store, path: '/news' });
  await expect.element(screen.getByText(/Couldn’t load your news/)).toBeVisible();
  state.fails = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('link', { name: /Anna liked Rain/ })).toBeVisible();
  await expect.poll(() => [...server.device.copies.keys()].join()).toContain('getNotifications');
  await screen.unmount();
  const offline = createStore();
  fakeServer(offline, { me: () => 'offline', getNotifications: () => 'offline' }, server.device);
  const copy = await renderApp(<NewsPage />, { store: offline, path: '/news' });
  await expect.element(copy.screen.getByText(/^Offline copy from \d\d:\d\d$/)).toBeVisible();
  await expect.element(copy.screen.getByRole('link', { name: /Anna liked Rain/ })).toBeVisible();
  await copy.screen.unmount();
  const waiting = createStore();
  fakeServer(waiting, { me: () => okReply(ME), getNotifications: () => 'never' });
  await renderApp(<NewsPage />, { store: waiting, path: '/news' });
  await expect.poll(() => document.querySelectorAll('[data-loading] > *').length).toBe(5);
});

it('explains the page to a visitor without a request (row 19)', async () => {
  const store = createStore();
  const server = fakeServer(store, { me: () => okReply(null) });
  const { screen } = await renderApp(<NewsPage />, { store, path: '/news' });
  await expect.element(screen.getByText('Nothing new this week')).toBeVisible();
  expect(server.countOf('getNotifications')).toBe(0);
});

it('stores offline reads and removals on the device, and sends them once (row 18)', async () => {
  const { screen, state, server, store } = await openNews([
    row({ trackTitle: 'One' }),
    row({ trackTitle: 'Two', ago: 10 }),
  ]);
  await expect.poll(entries).toHaveLength(2);
  state.writesFail = true;
  await screen.getByRole('button', { name: 'Mark as read: Anna liked Two' }).click();
  await screen.getByRole('button', { name: 'Remove: Anna liked One' }).click();
  await screen.getByRole('link', { name: 'Home' }).click();
  await expect
    .poll(() => [...server.device.outbox.values()].map(({ action }) => action))
    .toEqual(['markNotificationAsRead', 'removeNotification']);
  expect(state.rows).toHaveLength(2);
  state.writesFail = false;
  await store.set(flushWritesAtom);
  await expect
    .poll(() => state.rows.map(({ trackTitle, isRead }) => [trackTitle, isRead]))
    .toEqual([['Two', true]]);
  expect(server.device.outbox.size).toBe(0);
});
