import { createStore } from 'jotai/vanilla';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TrackView } from '../../../../api/contract/tracks.ts';
import { searchPortsAtom } from '../../../../src/features/search/ports.ts';
import { SearchPage } from '../../../../src/pages/SearchPage.tsx';
import { sessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import {
  type Answer,
  fakeDevice,
  fakeServer,
  okReply,
  refusedReply,
} from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});
afterEach(() => void vi.useRealTimers());

const NAMES = Array.from({ length: 45 }, (_, index) => `tag-${index + 1}`);
/** 45 tags, 20 a page, most used first. */
const tagPages = ({ cursor, query }: Record<string, unknown>): Answer => {
  if (query !== undefined) return okReply([]);
  const from = Number(cursor ?? 0);
  const rows = NAMES.slice(from, from + 20).map((tag, index) => ({ tag, count: 100 - from - index }));
  return from + 20 < NAMES.length ? okReply(rows, String(from + 20)) : okReply(rows);
};
const named = (...titles: string[]) => titles.map((title) => buildTrack({ id: title, title }));

function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{decodeURIComponent(pathname + search)}</output>;
}

interface Opened {
  path?: string;
  getTracks?: (query: Record<string, unknown>) => Answer;
  getTags?: (query: Record<string, unknown>) => Answer;
  store?: ReturnType<typeof createStore>;
}

async function open({ path = '/search', getTracks, getTags, store = createStore() }: Opened = {}) {
  const answer = getTracks ?? (({ query }) => okReply(named(`Found ${query ?? 'all'}`)));
  const device = fakeDevice();
  const server = fakeServer(
    store,
    { getTracks: answer, getTags: getTags ?? tagPages, me: () => okReply(null) },
    device,
  );
  store.set(searchPortsAtom, {
    copiesOf: async () => [...device.copies.values()].filter(({ key }) => key.startsWith('getTracks ')),
  });
  const { screen } = await renderApp(
    // Space for the bar above, and the frame's edges.
    <main style={{ paddingTop: 80, overflowX: 'clip' }}>
      <Routes>
        <Route path="/search" element={<SearchPage />} />
        <Route path="*" element={<Link to="/search">back to search</Link>} />
      </Routes>
      <Place />
    </main>,
    { store, path },
  );
  const field = screen.getByRole('searchbox', { name: 'Search recordings' });
  const titles = () =>
    [...document.querySelectorAll('article h2, article h3')].map((each) => each.textContent);
  const queries = () =>
    server.calls
      .filter(({ action }) => action === 'getTracks')
      .map(({ body }) => body as Record<string, unknown>);
  const place = () => document.querySelector('output')?.textContent;
  const cloud = screen.getByRole('region', { name: 'Tags' });
  const tagCount = () => cloud.element().querySelectorAll('button[aria-pressed]').length;
  return { store, server, screen, field, titles, queries, place, cloud, tagCount };
}

/** Lets React and promises finish while the clock is stopped. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
}

/** Sets the value directly, because keyboard typing would wait for the stopped clock. */
function put(field: Element, text: string) {
  const input = field as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

it('sends one query 600 ms after the last key, at once on Enter, and none for the same text (row 20)', async () => {
  const { field, queries } = await open();
  await expect.element(field).toBeVisible();
  const input = field.element();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const text of ['r', 'ra', 'rai', 'rain']) {
    put(input, text);
    await vi.advanceTimersByTimeAsync(250);
  }
  await vi.advanceTimersByTimeAsync(349);
  await settle();
  expect(queries()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  await settle();
  expect(queries()).toEqual([{ query: 'rain', limit: '20' }]);
  put(input, 'rain ');
  await vi.advanceTimersByTimeAsync(5000);
  await settle();
  expect(queries()).toHaveLength(1);

  put(input, 'rains');
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await settle();
  expect(queries().map(({ query }) => query)).toEqual(['rain', 'rains']);
  await vi.advanceTimersByTimeAsync(5000);
  await settle();
  expect(queries()).toHaveLength(2);
});

it('loads tags as 20, 40, 45; taps combine them and chips remove them (row 20)', async () => {
  const { screen, tagCount, queries, place, cloud } = await open();
  await expect.poll(tagCount).toBe(20);
  const more = screen.getByRole('button', { name: 'Load more tags' });
  await more.click();
  await expect.poll(tagCount).toBe(40);
  await more.click();
  await expect.poll(tagCount).toBe(45);
  await expect.element(more).not.toBeInTheDocument();
  expect(queries()).toEqual([]);

  await cloud.getByRole('button', { name: 'tag-3, 98 recordings' }).click();
  await expect.poll(queries).toEqual([{ tags: 'tag-3', limit: '20' }]);
  await cloud.getByRole('button', { name: 'tag-1, 100 recordings' }).click();
  await expect.poll(() => queries().at(-1)).toEqual({ tags: 'tag-3,tag-1', limit: '20' });
  expect(place()).toBe('/search?tags=tag-3,tag-1');
  await screen.getByRole('button', { name: 'Without tag-3' }).click();
  await expect.poll(() => queries().at(-1)).toEqual({ tags: 'tag-1', limit: '20' });
});

it('accepts five tags, shows the limit, and ignores a sixth', async () => {
  const { screen, cloud, queries } = await open({ path: '/search?tags=tag-1,tag-2,tag-3,tag-4,tag-5' });
  await expect.element(screen.getByText(/^5 tags at most/)).toBeVisible();
  const sixth = cloud.getByRole('button', { name: 'tag-6, 95 recordings' });
  await expect.element(sixth).toHaveAttribute('aria-disabled', 'true');
  (sixth.element() as HTMLElement).click();
  await expect.element(sixth).toHaveAttribute('aria-pressed', 'false');
  expect(queries()).toHaveLength(1);
});

it('stores ten recent searches, which can be repeated, removed, cleared and restored (row 20)', async () => {
  const { screen, field, store } = await open();
  const recent = () =>
    [...document.querySelectorAll('[aria-label^="Search "][aria-label$=" again"]')].map(
      (each) => each.textContent,
    );
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'];
  for (const word of words) {
    await field.fill(word);
    await userEvent.keyboard('{Enter}');
  }
  await screen.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(recent).toEqual(words.toReversed().slice(0, 10));
  expect(JSON.parse(localStorage.getItem('aural.recentSearches') ?? '')).toEqual(
    words.toReversed().slice(0, 10),
  );

  await screen.getByRole('button', { name: 'Search seven again' }).click();
  await expect.element(field).toHaveValue('seven');
  await expect.element(screen.getByRole('link', { name: 'Found seven' })).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => recent()[0]).toBe('seven');

  await screen.getByRole('button', { name: 'Forget seven' }).click();
  await expect.poll(() => recent()[0]).toBe('eleven');
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(recent).toEqual([]);
  expect(localStorage.getItem('aural.recentSearches')).toBe('[]');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => recent().length).toBe(9);
  expect(store.get(sessionAtom).status).not.toBe('failed');
});

it('remembers finished searches only, and none of symbols', async () => {
  const { field, queries } = await open();
  for (const [index, text] of ['ra', 'rain', '!!!'].entries()) {
    await field.fill(text);
    await expect.poll(() => queries().length).toBe(index + 1);
  }
  expect(JSON.parse(localStorage.getItem('aural.recentSearches') ?? '')).toEqual(['rain']);
});

it('keeps results on the screen until the next arrive', async () => {
  let second: Answer = 'never';
  const { field, titles, screen } = await open({
    getTracks: ({ query }) => (query === 'one' ? okReply(named('One A', 'One B')) : second),
  });
  await field.fill('one');
  await expect.poll(titles).toEqual(['One A', 'One B']);
  await expect.element(screen.getByText('2 recordings')).toBeVisible();
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(titles().join()));
  watch.observe(document.body, { childList: true, subtree: true });
  await field.fill('two');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).not.toBeNull();
  expect(titles()).toEqual(['One A', 'One B']);
  second = okReply(named('Three'));
  await field.fill('three');
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual(['Three']);
  watch.disconnect();
  expect(seen.filter((each) => each === '')).toEqual([]);
});

it('keeps text, tags and voice in the URL, and reads them from a link', async () => {
  const { field, screen, queries, place } = await open({
    path: '/search?q=night%20rain&tags=Soft,%20warm,soft&gender=females',
  });
  await expect.element(field).toHaveValue('night rain');
  await expect
    .poll(queries)
    .toEqual([{ query: 'night rain', tags: 'soft,warm', gender: 'females', limit: '20' }]);
  await screen.getByRole('radio', { name: 'Males', exact: true }).click();
  await expect.poll(place).toBe('/search?q=night rain&tags=soft,warm&gender=males');
  await field.fill('moon');
  await userEvent.keyboard('{Enter}');
  await expect.poll(place).toBe('/search?q=moon&tags=soft,warm&gender=males');
});

it('stores search filters on this device, but a link overrides them (row 7)', async () => {
  const first = await open();
  await first.screen.getByRole('radio', { name: 'Couples' }).click();
  await first.cloud.getByRole('button', { name: 'tag-2, 99 recordings' }).click();
  await expect.poll(first.place).toBe('/search?tags=tag-2&gender=couples');
  await first.screen.unmount();

  const again = await open();
  await expect.poll(again.place).toBe('/search?tags=tag-2&gender=couples');
  await expect.poll(again.queries).toEqual([{ tags: 'tag-2', gender: 'couples', limit: '20' }]);
  await again.screen.unmount();

  const link = await open({ path: '/search?q=rain' });
  await expect.poll(link.queries).toEqual([{ query: 'rain', limit: '20' }]);
});

it('offers similar tags, similar results and cleared filters when nothing matches', async () => {
  const { screen, queries, place } = await open({
    path: '/search?q=whsiper&gender=males',
    getTracks: ({ similar }) => okReply(similar === 'true' ? named('Silken whisper') : []),
    getTags: ({ query }) => (query === 'whsiper' ? okReply([{ tag: 'whisper', count: 3 }]) : tagPages({})),
  });
  await expect.element(screen.getByRole('heading', { name: 'Nothing found for “whsiper”' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Similar results' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Silken whisper' })).toBeVisible();
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(place).toBe('/search?q=whsiper');
  await screen.getByRole('button', { name: 'whisper', exact: true }).click();
  await expect.poll(() => queries().at(-1)).toEqual({ tags: 'whisper', limit: '20' });
});

it('links to users whose name matches', async () => {
  const track = (id: string, username: string): TrackView =>
    buildTrack({ id, title: id, userId: username, user: { id: username, username } });
  const { screen } = await open({
    path: '/search?q=vel',
    getTracks: () => okReply([track('a', 'velvet'), track('b', 'mira'), track('c', 'velvet')]),
  });
  const voices = screen.getByRole('list', { name: 'Voices' });
  await expect
    .element(voices.getByRole('link', { name: 'velvet' }))
    .toHaveAttribute('href', '/profile/velvet');
  expect(voices.getByRole('link').elements()).toHaveLength(1);
});

it('searches the stored copies while offline, and shows their date (row 20)', async () => {
  const store = createStore();
  const opened = await open({ path: '/elsewhere', store, getTracks: () => 'offline' });
  const rows = [
    buildTrack({ id: 'a', title: 'Regen am Fenster', gender: 'Female' }),
    buildTrack({ id: 'b', title: 'Sommerregen', gender: 'Female' }),
    buildTrack({ id: 'c', title: 'Mond', gender: 'Female', description: 'und Regen' }),
    buildTrack({ id: 'd', title: 'Regen', gender: 'Male' }),
  ];
  const copy = { of: '', rows, takenAt: '2026-11-22T10:00:00.000Z' };
  opened.server.device.copies.set('new', { ...copy, key: 'getTracks [["category","new"]]' });
  await opened.screen.getByRole('link', { name: 'back to search' }).click();
  await opened.screen.getByRole('radio', { name: 'Females' }).click();
  await opened.field.fill('regen');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => opened.titles().sort()).toEqual(['Mond', 'Regen am Fenster', 'Sommerregen']);
  await expect.poll(() => opened.titles()[2]).toBe('Sommerregen');
  await expect.element(opened.screen.getByText(/^Offline copy from /)).toBeVisible();
});

it('shows a failure in place, and retries', async () => {
  let broken = true;
  const { screen, titles } = await open({
    path: '/search?q=rain',
    getTracks: () => (broken ? refusedReply('internal') : okReply(named('Rain'))),
    getTags: () => (broken ? refusedReply('internal') : okReply([{ tag: 'soft', count: 1 }])),
  });
  await expect.element(screen.getByText('Couldn’t load the tags')).toBeVisible();
  broken = false;
  for (const button of screen.getByRole('button', { name: 'Try again' }).elements())
    (button as HTMLElement).click();
  await expect.poll(titles).toEqual(['Rain']);
  await expect.element(screen.getByRole('button', { name: 'soft, 1 recording' })).toBeVisible();
});

it.each([
  [320, 640],
  [360, 640],
  [640, 360],
  [1440, 900],
])('keeps targets 44 px large within the screen at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  localStorage.setItem(
    'aural.recentSearches',
    JSON.stringify(['rain', 'a long one that goes on and on to the very end']),
  );
  const long = 'whisper-whisper-whisper-w';
  const getTags = () =>
    okReply(
      [
        { tag: long, count: 12_345 },
        { tag: 'soft', count: 2 },
      ],
      '20',
    );
  const { screen, tagCount } = await open({ getTags });
  await expect.poll(tagCount).toBe(2);
  const small = () =>
    [...document.querySelectorAll('button, a, input')]
      .map((each) => ({
        name: each.getAttribute('aria-label') ?? each.textContent,
        box: each.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
      .map(({ name }) => name);
  const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
  expect([small(), isWide()]).toEqual([[], false]);
  await screen.getByRole('button', { name: /^soft/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Without soft' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Found all' })).toBeVisible();
  expect(isWide()).toBe(false);
});
