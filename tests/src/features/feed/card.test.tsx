// A track card: the action, size and focus handling of its targets.

import { useAtomValue } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FeedSection } from '../../../../src/features/feed/FeedBody.tsx';
import { CardSkeleton } from '../../../../src/features/feed/FeedSkeleton.tsx';
import { TrackCard } from '../../../../src/features/feed/TrackCard.tsx';
import { putRowsAtom } from '../../../../src/state/entities.ts';
import { currentCardVisibleAtom, playerStateAtom } from '../../../../src/state/player.ts';
import { connectPlaybackAtom } from '../../../../src/state/playerActions.ts';
import { tracksByIdAtom } from '../../../../src/state/tracks.ts';
import { ActionMenu } from '../../../../src/ui/ActionMenu.tsx';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

const LONG = 'A recording whose title is far longer than any phone has room for';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const renderMenu = () => (
  <ActionMenu label="More" title="Rain">
    nothing
  </ActionMenu>
);

function Shown({ id, isOwn }: { id: string; isOwn: boolean }) {
  const track = useAtomValue(tracksByIdAtom).get(id);
  return (
    track && <TrackCard track={track} playlist={() => [id]} renderMenu={isOwn ? renderMenu : undefined} />
  );
}

async function openCard(
  change: Parameters<typeof buildTrack>[0] = {},
  answers: Record<string, () => Answer> = {},
  isOwn = false,
) {
  const store = createStore();
  const track = buildTrack({ id: 'a', title: 'Rain', ...change });
  const server = fakeServer(store, { me: () => okReply(null), addLike: () => okReply({}), ...answers });
  const playback = createFakePlayback();
  store.set(connectPlaybackAtom, playback);
  store.set(putRowsAtom, 'tracks', [track]);
  const { screen } = await renderApp(
    <div style={{ width: 158 }}>
      <Shown id="a" isOwn={isOwn} />
    </div>,
    { store },
  );
  return { store, server, playback, screen };
}

const focusedName = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;

it('counts a like at once and does not start playback (row 9)', async () => {
  const { screen, server, playback, store } = await openCard({ likes: 2 });
  await screen.getByRole('button', { name: 'Like Rain, 2 likes' }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Like Rain, 3 likes', pressed: true }))
    .toBeVisible();
  await expect.poll(() => server.countOf('addLike')).toBe(1);
  expect(playback.calls.filter((each) => !each.startsWith('volume'))).toEqual([]);
  expect(store.get(playerStateAtom).phase).toBe('idle');
});

it('takes back a refused like with a message (row 9)', async () => {
  const { screen } = await openCard({ likes: 2 }, { addLike: () => refusedReply('forbidden') });
  await screen.getByRole('button', { name: 'Like Rain, 2 likes' }).click();
  await expect.element(screen.getByText('Couldn’t save your like')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Like Rain, 2 likes' }))
    .toHaveAttribute('aria-pressed', 'false');
});

it('plays on a press, and resets the player on a press on the current card (row 9)', async () => {
  const { screen, store, playback } = await openCard();
  await screen.getByRole('button', { name: 'Play Rain' }).click();
  await expect.poll(() => store.get(playerStateAtom).phase).toBe('loading');
  playback.emit({ type: 'playing' });
  await expect.poll(() => store.get(currentCardVisibleAtom)).toBe(true);
  await screen.getByRole('button', { name: 'Stop Rain' }).click();
  expect(store.get(playerStateAtom)).toEqual({ phase: 'idle' });
});

it("shows plays and the bookmark button in the card's player (row 10)", async () => {
  const { screen, server, store } = await openCard({ plays: 1 }, { addBookmark: () => okReply({}) });
  await screen.getByRole('button', { name: 'Play Rain' }).click();
  await expect.poll(() => store.get(playerStateAtom).phase).toBe('loading');
  await expect.element(screen.getByText('1 play')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Bookmark' }).click();
  await expect.element(screen.getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible();
  await expect.poll(() => server.countOf('addBookmark')).toBe(1);
  expect(store.get(playerStateAtom).phase).toBe('loading');
});

it('keeps the focus on the cover through play and stop', async () => {
  const { screen, store } = await openCard();
  (screen.getByRole('button', { name: 'Play Rain' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => store.get(playerStateAtom).phase).toBe('loading');
  await expect.poll(focusedName).toBe('Pause');
  (screen.getByRole('button', { name: 'Close the player' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focusedName).toBe('Play Rain');
});

it('shows an error for unavailable audio in the card, with retry and close (row 13)', async () => {
  const { screen, store, playback } = await openCard();
  await screen.getByRole('button', { name: 'Play Rain' }).click();
  store.set(playerStateAtom, { phase: 'failed', trackId: 'a', code: 'audio_unavailable' });
  const words = screen.getByText('Audio-Datei "Rain" ist nicht verfügbar.');
  await expect.element(words).toBeVisible();
  await expect.element(words).toHaveAttribute('lang', 'de');
  const before = playback.calls.length;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => playback.calls.slice(before)).toContain('play');
  store.set(playerStateAtom, { phase: 'failed', trackId: 'a', code: 'audio_unavailable' });
  await screen.getByRole('button', { name: 'Close the player' }).click();
  await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
});

it('removes the card of a deleted track after its error is closed', async () => {
  const { screen, store } = await openCard({}, { getTracks: () => okReply([]) });
  await screen.getByRole('button', { name: 'Play Rain' }).click();
  store.set(playerStateAtom, { phase: 'failed', trackId: 'a', code: 'audio_unavailable' });
  await screen.getByRole('button', { name: 'Close the player' }).click();
  await expect.poll(() => document.querySelectorAll('article').length).toBe(0);
});

interface Box {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function targets(): Box[] {
  return [...document.querySelectorAll('article a, article button')].map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { name: each.getAttribute('aria-label') ?? each.textContent ?? '', left, top, right, bottom };
  });
}

function expectApart(boxes: Box[]): void {
  for (const { name, left, top, right, bottom } of boxes) {
    expect(right - left, `${name} is wide`).toBeGreaterThanOrEqual(44);
    expect(bottom - top, `${name} is high`).toBeGreaterThanOrEqual(44);
  }
  for (const one of boxes) {
    for (const other of boxes) {
      if (one === other) continue;
      const gap = Math.max(
        other.left - one.right,
        one.left - other.right,
        other.top - one.bottom,
        one.top - other.bottom,
      );
      expect(gap, `${one.name} next to ${other.name}`).toBeGreaterThanOrEqual(7.5);
    }
  }
}

it('keeps targets at least 44 px large and 8 px apart, with any title, playing or not', async () => {
  await page.viewport(360, 640);
  const { screen } = await openCard({ title: LONG, likes: 123_456, plays: 98_765 }, {}, true);
  expect(targets()).toHaveLength(5);
  expectApart(targets());
  await screen.getByRole('button', { name: `Play ${LONG}` }).click();
  await expect.element(screen.getByRole('button', { name: `Stop ${LONG}` })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Bookmark' })).toBeVisible();
  expectApart(targets());
  const stop = screen.getByRole('button', { name: `Stop ${LONG}` }).element();
  const { top, right, bottom } = stop.getBoundingClientRect();
  expect(document.elementFromPoint(right + 20, (top + bottom) / 2 + 20)).toBe(stop);
});

it.each([148, 208])('gives card placeholders the height of a card, at %i px wide (row 9)', async (width) => {
  const store = createStore();
  await renderApp(
    <div style={{ width, display: 'grid', alignItems: 'start' }}>
      <TrackCard track={buildTrack({ id: 'a', title: 'Rain' })} playlist={() => ['a']} />
      <CardSkeleton />
    </div>,
    { store },
  );
  const heights = ['article', 'article + [aria-hidden]'].map(
    (each) => document.querySelector(each)?.getBoundingClientRect().height,
  );
  expect(heights[0]).toBeGreaterThan(width);
  expect(heights[1]).toBe(heights[0]);
});

it('reserves the height of a feed section before it is drawn (row 9)', async () => {
  await page.viewport(360, 640);
  const store = createStore();
  const tracks = [buildTrack({ id: 'a', title: 'Rain' })];
  await renderApp(<FeedSection section={{ id: 'new', tracks }} />, { store });
  const section = document.querySelector('section') as HTMLElement;
  const drawn = section.getBoundingClientRect().height;
  section.style.contentVisibility = 'hidden';
  // `auto` remembers a drawn size, so the test uses a clone that was never drawn.
  const twin = section.cloneNode(true) as HTMLElement;
  section.after(twin);
  expect(twin.getBoundingClientRect().height).toBe(drawn);
});

it('offers to continue from the stored position, and plays from there', async () => {
  localStorage.setItem('aural.places', JSON.stringify({ a: { seconds: 205, at: 1 } }));
  const { screen, playback } = await openCard({ duration: 600 });
  const offer = screen.getByRole('button', { name: 'Continue Rain at 3:20' });
  await expect.element(offer).toHaveTextContent('Continue at 3:20');
  expect(offer.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await offer.click();
  await expect.poll(() => playback.calls).toContain('seek 200');
  await expect.element(offer).not.toBeInTheDocument();
});
