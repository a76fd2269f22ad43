// A track list: one request per page, few cards in the document, no layout shift, no lost focus.
import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TrackList } from '../../../../src/features/feed/TrackList.tsx';
import { tracksList } from '../../../../src/state/tracks.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildTrack({ id: `t${from + index}`, title: `Track ${from + index}` }),
  );

let opened = 0;

async function open(answers: Record<string, (body: Record<string, unknown>) => Answer>) {
  const store = createStore();
  const server = fakeServer(store, { me: () => okReply(null), ...answers });
  opened += 1;
  const list = tracksList({ user: `list-${opened}` });
  const gone: string[] = [];
  const { screen } = await renderApp(
    <div style={{ padding: 16 }}>
      <TrackList list={list} empty={<p>nothing here</p>} onDelete={(track) => gone.push(track.id)} />
    </div>,
    { store },
  );
  return { server, screen, gone };
}

const cards = () => [...document.querySelectorAll<HTMLElement>('article')];
const titles = () => cards().map((card) => card.querySelector('h2')?.textContent);
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

it('requests the next page once for repeated triggers (row 7)', async () => {
  const { server, screen } = await open({
    getTracks: ({ cursor }) => (cursor === undefined ? okReply(rows(0, 20), 'next') : 'never'),
  });
  await expect.poll(() => cards().length).toBe(20);
  const more = screen.getByRole('button', { name: 'Load more' }).element() as HTMLElement;
  window.scrollTo(0, document.documentElement.scrollHeight);
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('scroll'));
  more.click();
  more.click();
  await frame();
  expect(server.countOf('getTracks')).toBe(2);
});

it('shows an error instead of the empty state when loading fails', async () => {
  const { screen } = await open({ getTracks: () => refusedReply('internal') });
  await expect.element(screen.getByText('Couldn’t load the recordings')).toBeVisible();
  await expect.element(screen.getByText('nothing here')).not.toBeInTheDocument();
});

it('keeps few of 4,000 cards in the document, each in place, without moving visible ones', async () => {
  await open({ getTracks: () => okReply(rows(0, 4000)) });
  await expect.poll(() => cards().length).toBeGreaterThan(4);
  await expect.poll(() => cards().length).toBeLessThan(40);
  const pitch =
    (cards()[2]?.getBoundingClientRect().top ?? 0) - (cards()[0]?.getBoundingClientRect().top ?? 0);
  expect(pitch).toBeGreaterThan(100);
  for (const row of [3, 900, 1999, 17]) {
    window.scrollTo(0, row * pitch);
    const onScreen = (card: HTMLElement) => {
      const { top } = card.getBoundingClientRect();
      return top >= 0 && top < window.innerHeight;
    };
    // After a jump, cards appear a few frames later.
    await expect.poll(() => cards().some(onScreen)).toBe(true);
    const seen = cards().find(onScreen);
    const index = Number(/\d+/.exec(seen?.querySelector('h2')?.textContent ?? '')?.[0]);
    const top = (seen?.getBoundingClientRect().top ?? 0) + window.scrollY;
    // The position depends only on the index.
    const first = 16 + 16;
    expect(Math.abs(top - first - Math.floor(index / 2) * pitch)).toBeLessThan(2);
    expect(cards().length).toBeLessThan(40);
    window.scrollBy(0, 7);
    await frame();
    expect(Math.abs((seen?.getBoundingClientRect().top ?? 0) + window.scrollY - top)).toBeLessThan(0.5);
  }
});

it('draws a complete list of forty at once', async () => {
  await open({ getTracks: () => okReply(rows(0, 40)) });
  await expect.poll(() => cards().length).toBe(40);
  expect(document.querySelector('[aria-setsize]')).toBeNull();
});

it('draws a list of forty in part when more pages follow', async () => {
  await open({ getTracks: ({ cursor }) => (cursor === undefined ? okReply(rows(0, 40), 'next') : 'never') });
  await expect.poll(() => document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')).toBe('40');
  for (let n = 0; n < 10; n++) await frame();
  expect(cards().length).toBeLessThan(20);
});

it('supports the keyboard in a long list, and keeps the focused card while scrolling', async () => {
  const { screen } = await open({ getTracks: () => okReply(rows(0, 200)) });
  await expect.poll(() => cards().length).toBeLessThan(40);
  (screen.getByRole('button', { name: 'Play Track 0', exact: true }).element() as HTMLElement).focus();
  // One call for a card's four controls, because a call takes as long as dozens of keys.
  for (let card = 0; card < 24; card++) await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}');
  await frame();
  const held = document.activeElement?.closest('article')?.querySelector('h2')?.textContent;
  expect(held).toBe('Track 24');
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(titles).toContain('Track 199');
  expect(document.activeElement?.closest('article')?.querySelector('h2')?.textContent).toBe('Track 24');
  expect(cards().length).toBeLessThan(40);
});

it('confirms before deleting an own recording, and focuses the next card (row 24)', async () => {
  const me = { id: 'user-1', username: 'mira', role: 'user' };
  let there = rows(0, 3);
  const { screen, server, gone } = await open({
    me: () => okReply(me),
    getTracks: () => okReply(there),
    deleteTrack: () => {
      there = there.slice(1);
      return okReply({ trackId: 't0' });
    },
  });
  const more = screen.getByRole('button', { name: 'More for Track 0' });
  const remove = screen.getByRole('button', { name: 'Delete', exact: true });
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await remove.click();
  await expect.element(screen.getByRole('heading', { name: 'Delete Recording' })).toBeVisible();
  await expect
    .element(screen.getByText('Do you really want to delete the recording "Track 0"?'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(server.countOf('deleteTrack')).toBe(0);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('More for Track 0');
  await more.click();
  await remove.click();
  await expect.element(screen.getByRole('heading', { name: 'Delete Recording' })).toBeVisible();
  await remove.click();
  await expect.poll(titles).toEqual(['Track 1', 'Track 2']);
  expect(gone).toEqual(['t0']);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Play Track 1');
});

it('says "Audio not found" when the recording is already deleted (row 24)', async () => {
  const me = { id: 'user-1', username: 'mira', role: 'user' };
  let there = rows(0, 1);
  const { screen } = await open({
    me: () => okReply(me),
    getTracks: () => okReply(there),
    deleteTrack: () => refusedReply('not_found'),
  });
  await screen.getByRole('button', { name: 'More for Track 0' }).click();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Delete Recording' })).toBeVisible();
  there = [];
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Audio not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(screen.getByText('nothing here')).toBeVisible();
});
