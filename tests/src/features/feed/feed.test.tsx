import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, vi } from 'vitest';
import { AdultGate } from '../../../../src/app/AdultGate.tsx';
import { FeedPage } from '../../../../src/pages/FeedPage.tsx';
import { playerStateAtom } from '../../../../src/state/player.ts';
import { connectPlaybackAtom } from '../../../../src/state/playerActions.ts';
import { invalidateAtom } from '../../../../src/state/registry.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** A visitor's feed; `getTracks` receives the query. */
async function openFeed(getTracks: (query: Record<string, unknown>) => Answer) {
  const store = createStore();
  const server = fakeServer(store, {
    getTracks,
    me: () => okReply(null),
    incrementPlay: () => okReply({ plays: 1 }),
  });
  const playback = createFakePlayback();
  store.set(connectPlaybackAtom, playback);
  const { screen } = await renderApp(
    <>
      <FeedPage />
      <AdultGate />
    </>,
    { store },
  );
  return { server, screen, store, playback };
}

it('shows placeholders and a status while loading', async () => {
  const { screen } = await openFeed(() => 'never');
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Hear desire, live fantasy');
  expect(document.querySelector('[data-loading]')).not.toBeNull();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading');
});

it('invites a first recording when there are no tracks', async () => {
  const { screen } = await openFeed(() => okReply([]));
  await expect.element(screen.getByText('No tracks yet')).toBeVisible();
  await expect
    .element(screen.getByText('Be the first to share your voice and start the conversation.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start Recording' })).toBeVisible();
});

it('distinguishes a failed load from an empty feed, and retries', async () => {
  let answer = refusedReply('internal');
  const { screen } = await openFeed(() => answer);
  await expect.element(screen.getByText('Couldn’t load the recordings')).toBeVisible();
  await expect.element(screen.getByText('No tracks yet')).not.toBeInTheDocument();
  answer = okReply([buildTrack({ title: 'Rain' })]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
  await expect.element(screen.getByText('Couldn’t load the recordings')).not.toBeInTheDocument();
});

it('keeps its cards and shows a message when a refresh fails', async () => {
  let answer: Answer = okReply([buildTrack({ title: 'Rain' })]);
  const { screen, store } = await openFeed(() => answer);
  await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
  answer = refusedReply('internal');
  store.set(invalidateAtom, 'tracks');
  await expect.element(screen.getByText('Couldn’t refresh')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
});

it('reloads after an approval elsewhere', async () => {
  let answer: Answer = okReply([buildTrack({ id: 'one', title: 'One' })]);
  const { screen, store } = await openFeed(() => answer);
  await expect.element(screen.getByRole('button', { name: 'Play One' })).toBeVisible();
  answer = okReply([buildTrack({ id: 'two', title: 'Two' }), buildTrack({ id: 'one', title: 'One' })]);
  store.set(invalidateAtom, 'tracks');
  await expect.element(screen.getByRole('button', { name: 'Play Two' })).toBeVisible();
});

it('filters by voice, remembers the filter, and offers all voices when none match', async () => {
  const tracks = [
    buildTrack({ title: 'Hers', gender: 'Female' }),
    buildTrack({ title: 'His', gender: 'Male' }),
  ];
  const genders: Record<string, string> = { females: 'Female', males: 'Male', couples: 'Couple' };
  const { screen } = await openFeed(({ gender }) =>
    okReply(tracks.filter((track) => gender === undefined || track.gender === genders[String(gender)])),
  );
  await screen.getByRole('radio', { name: 'Females' }).click();
  await expect.element(screen.getByRole('button', { name: 'Play Hers' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Play His' })).not.toBeInTheDocument();
  expect(localStorage.getItem('aural.feedFilter')).toBe('"females"');
  await screen.getByRole('radio', { name: 'Couples' }).click();
  await expect.element(screen.getByText('No couples tracks yet')).toBeVisible();
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.element(screen.getByRole('button', { name: 'Play His' })).toBeVisible();
});

it('asks for the age once, plays in the card, and stops on a second press', async () => {
  const { screen, store, playback } = await openFeed(() => okReply([buildTrack({ id: 'a', title: 'Rain' })]));
  await screen.getByRole('button', { name: 'Play Rain' }).click();
  expect(playback.calls.some((each) => each.startsWith('load'))).toBe(false);
  await screen.getByRole('button', { name: 'Ich bin mindestens 18 Jahre alt' }).click();
  await expect.poll(() => playback.calls).toContain('load /audio/a.mp3');
  playback.emit({ type: 'playing' });
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  await screen.getByRole('button', { name: 'Stop Rain' }).click({ position: { x: 20, y: 20 } });
  expect(store.get(playerStateAtom)).toEqual({ phase: 'idle' });
  await screen.getByRole('button', { name: 'Play Rain' }).click();
  await expect.poll(() => store.get(playerStateAtom).phase).toBe('loading');
});

it('links the title to the player and the name to the profile by id', async () => {
  const { screen } = await openFeed(() => okReply([buildTrack({ id: 'a', title: 'Rain', userId: 'u 7' })]));
  await expect.element(screen.getByRole('link', { name: 'Rain' })).toHaveAttribute('href', '/player/a');
  await expect.element(screen.getByRole('link', { name: 'mira' })).toHaveAttribute('href', '/profile/u%207');
});

it('draws a different cover for each track', async () => {
  const louderAt = (slot: number) =>
    btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, at) => (at < slot ? 200 : 20))));
  const tracks = [buildTrack({ id: 'a', cover: louderAt(10) }), buildTrack({ id: 'b', cover: louderAt(40) })];
  await openFeed(() => okReply(tracks));
  await expect.poll(() => document.querySelectorAll('article canvas').length).toBe(2);
  const pictures = () =>
    [...document.querySelectorAll<HTMLCanvasElement>('article canvas')].map((canvas) => canvas.toDataURL());
  await expect.poll(() => new Set(pictures()).size).toBe(2);
  expect(pictures().every((picture) => picture.length > 2000)).toBe(true);
});

it('polls every 30 s while there are no tracks, and stops afterwards (row 6)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let answer: Answer = okReply([]);
    const { server, screen } = await openFeed(() => answer);
    await expect.element(screen.getByText('No tracks yet')).toBeVisible();
    const before = server.countOf('getTracks');
    vi.advanceTimersByTime(29_000);
    expect(server.countOf('getTracks')).toBe(before);
    answer = okReply([buildTrack({ title: 'Rain' })]);
    vi.advanceTimersByTime(1_000);
    await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
    // React ends the timer after the card is on the screen.
    await expect
      .poll(() => {
        const then = server.countOf('getTracks');
        vi.advanceTimersByTime(60_000);
        return server.countOf('getTracks') - then;
      })
      .toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('shows a duplicate track once (row 6)', async () => {
  const twice = buildTrack({ id: 'a', title: 'Rain' });
  const { screen } = await openFeed(() => okReply([twice, twice]));
  await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
  expect(document.querySelectorAll('article')).toHaveLength(1);
});

it('hides a ranking without votes for any number of tracks, and shows it with the first vote', async () => {
  let likes = 0;
  const tracks = Array.from({ length: 30 }, (_, n) => buildTrack({ id: `t${n}`, title: `Title ${n}` }));
  const { screen, store } = await openFeed(({ limit }) =>
    okReply(
      tracks.slice(0, Number(limit)).map((track, n) => (n === 2 ? { ...track, likes } : track)),
      'more',
    ),
  );
  await expect.element(screen.getByRole('region', { name: 'New', exact: true })).toBeVisible();
  await expect.poll(() => document.querySelector('[data-loading]')).toBeNull();
  expect(
    screen
      .getByRole('heading', { level: 2 })
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['New']);
  likes = 1;
  store.set(invalidateAtom, 'tracks');
  await expect.element(screen.getByRole('heading', { name: 'Top Rated' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Most Commented' })).not.toBeInTheDocument();
});
