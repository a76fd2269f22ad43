import { createStore } from 'jotai/vanilla';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OWN_CATEGORIES } from '../../../../api/contract/categories.ts';
import { AdultGate } from '../../../../src/app/AdultGate.tsx';
import { CategoryPage } from '../../../../src/pages/CategoryPage.tsx';
import { FeedPage } from '../../../../src/pages/FeedPage.tsx';
import { currentTrackAtom } from '../../../../src/state/player.ts';
import { connectPlaybackAtom, stepTrackAtom } from '../../../../src/state/playerActions.ts';
import { sessionAtom } from '../../../../src/state/session.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const LIKED = [7, 3, 5, 1];
/** Two pages of two, in an order that no field determines. */
const twoPages = ({ cursor }: Record<string, unknown>): Answer => {
  const rows = LIKED.map((likes) => buildTrack({ id: `t${likes}`, title: `Liked ${likes}`, likes }));
  return cursor === undefined ? okReply(rows.slice(0, 2), 'next') : okReply(rows.slice(2));
};

async function open(
  path: string,
  getTracks: (query: Record<string, unknown>) => Answer,
  me: () => Answer = () => okReply(null),
) {
  const store = createStore();
  const server = fakeServer(store, { getTracks, me });
  const playback = createFakePlayback();
  store.set(connectPlaybackAtom, playback);
  const { screen } = await renderApp(
    <>
      <Link to="/elsewhere">leave</Link>
      <Routes>
        <Route path="/" element={<FeedPage />} />
        <Route path="/category/:id" element={<CategoryPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
      <AdultGate />
    </>,
    { store, path },
  );
  const titles = () => [...document.querySelectorAll('article h2')].map((title) => title.textContent);
  return { store, server, screen, playback, titles };
}

it.each([
  [320, 640],
  [360, 640],
  [700, 900],
  [1440, 900],
])('shows placeholders in full rows at %i × %i (row 8)', async (width, height) => {
  await page.viewport(width, height);
  await open('/category/top_rated', () => 'never');
  const boxes = [...document.querySelectorAll('[data-loading] > *')]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.height > 0);
  const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
  const counts = tops.map((top) => boxes.filter((box) => Math.round(box.top) === top).length);
  expect(counts).toHaveLength(2);
  expect(counts[0]).toBeGreaterThan(1);
  expect(counts[1]).toBe(counts[0]);
});

it('aborts its request when the page closes', async () => {
  const { server, screen } = await open('/category/top_rated', () => 'never');
  await expect.poll(() => server.countOf('getTracks')).toBe(1);
  const signal = server.calls.find(({ action }) => action === 'getTracks')?.options.signal;
  expect(signal?.aborted).toBe(false);
  await screen.getByRole('link', { name: 'leave' }).click();
  await expect.element(screen.getByText('elsewhere')).toBeVisible();
  await expect.poll(() => signal?.aborted).toBe(true);
});

it('shows the tracks in the server’s order, and the next page by keyboard', async () => {
  const { screen, server, titles } = await open('/category/top_rated', twoPages);
  await expect.poll(titles).toEqual(['Liked 7', 'Liked 3']);
  (screen.getByRole('button', { name: 'Load more' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual(['Liked 7', 'Liked 3', 'Liked 5', 'Liked 1']);
  await expect.element(screen.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  expect(server.calls.filter(({ action }) => action === 'getTracks').map(({ body }) => body)).toEqual([
    { category: 'top_rated', limit: '20' },
    { category: 'top_rated', limit: '20', cursor: 'next' },
  ]);
});

it('keeps loaded tracks when the next page fails, and retries', async () => {
  let broken = true;
  const { screen, titles } = await open('/category/top_rated', (query) =>
    broken && query.cursor !== undefined ? refusedReply('internal') : twoPages(query),
  );
  await screen.getByRole('button', { name: 'Load more' }).click();
  await expect.element(screen.getByText('Couldn’t load more')).toBeVisible();
  expect(titles()).toEqual(['Liked 7', 'Liked 3']);
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(titles).toHaveLength(4);
});

it('plays into a page that was not loaded, even after the list closes', async () => {
  const { screen, store } = await open('/category/top_rated', twoPages);
  await screen.getByRole('button', { name: 'Play Liked 3' }).click();
  await screen.getByRole('link', { name: 'leave' }).click();
  await store.set(stepTrackAtom, 1);
  expect(store.get(currentTrackAtom)?.title).toBe('Liked 5');
});

it('shows both German sentences when empty', async () => {
  const { screen } = await open('/category/new', () => okReply([]));
  await expect.element(screen.getByText('Keine Audio-Inhalte gefunden')).toBeVisible();
  await expect.element(screen.getByText('Diese Kategorie enthält noch keine Aufnahmen.')).toBeVisible();
});

it('stops showing "Offline" after a successful retry', async () => {
  let online = false;
  const { screen, store } = await open(
    '/',
    ({ category }) =>
      online ? okReply(category === 'new' ? [buildTrack({ id: 'a', title: 'Rain' })] : []) : 'offline',
    () => (online ? okReply(null) : 'offline'),
  );
  await expect.element(screen.getByText('Offline')).toBeVisible();
  online = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
  await expect.element(screen.getByText('Offline')).not.toBeInTheDocument();
  expect(store.get(sessionAtom)).toEqual({ status: 'visitor' });
});

it('requests only the first feed row at first, to leave it the bandwidth', async () => {
  const { server } = await open('/', ({ category }) => (category === 'new' ? 'never' : okReply([])));
  await expect.poll(() => server.countOf('me')).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.calls.map(({ action, body }) => body.category ?? action).sort()).toEqual(['me', 'new']);
});

it('requests the first feed row, then the others, and no personal rows for a visitor', async () => {
  let release = false;
  const { server, screen } = await open('/', ({ category }) => {
    if (category === 'new' && !release) return 'offline';
    return okReply([buildTrack({ id: `${category}`, title: `Of ${category}`, likes: 1, commentsCount: 1 })]);
  });
  await expect.element(screen.getByText('Offline')).toBeVisible();
  const categories = () =>
    server.calls.filter(({ action }) => action === 'getTracks').map(({ body }) => String(body.category));
  expect(categories()[0]).toBe('new');
  await expect.poll(categories).toContain('most_commented');
  expect(categories().filter((id) => OWN_CATEGORIES.some((own) => own === id))).toEqual([]);
  release = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Play Of new' })).toBeVisible();
  const headings = [...document.querySelectorAll('section h2')].map((each) => each.textContent);
  expect(headings).toEqual(['New', 'Top Rated', 'Most Commented']);
});
