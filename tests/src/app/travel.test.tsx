// The cover of a recording travels from its card to the player's ring, into the mini player, and back.
import { Provider } from 'jotai/react';
import { createStore } from 'jotai/vanilla';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { AddressRouter } from '../../../src/app/AddressRouter.tsx';
import { TrackCard } from '../../../src/features/feed/TrackCard.tsx';
import { MiniPlayer } from '../../../src/features/player/MiniPlayer.tsx';
import { frameRules } from '../../../src/lib/paths.ts';
import { TrackPage } from '../../../src/pages/TrackPage.tsx';
import { putRowsAtom } from '../../../src/state/entities.ts';
import { connectPlaybackAtom } from '../../../src/state/playerActions.ts';
import { createFakePlayback } from '../../support/audio/fakePlayback.ts';
import { fakeServer, okReply } from '../../support/server/fakeServer.ts';
import { buildTrack } from '../../support/server/tracks.ts';
import '../../../src/app/tokens.css';
import '../../../src/app/base.css';

const track = buildTrack({ id: 'a', title: 'Rain' });
const playlist = () => ['a'];

const Cards = () => (
  <div style={{ width: 160 }}>
    <TrackCard track={track} playlist={playlist} />
    <Link to="/else">Elsewhere</Link>
  </div>
);
const Mini = () => <MiniPlayer isHere={frameRules(useLocation().pathname).miniPlayer} />;

async function open(path = '/') {
  history.replaceState({ idx: 0, key: 'first' }, '', path);
  const store = createStore();
  fakeServer(store, {
    getTracks: () => okReply([track]),
    getComments: () => okReply([]),
    incrementPlay: () => okReply({ plays: 1 }),
  });
  store.set(putRowsAtom, 'tracks', [track]);
  store.set(connectPlaybackAtom, createFakePlayback());
  return render(
    <Provider store={store}>
      <AddressRouter basename="/">
        <Routes>
          <Route path="/player/:id" element={<TrackPage />} />
          <Route path="/twice" element={[1, 2].map((n) => <Cards key={n} />)} />
          <Route path="/else" element={<Link to="/">Home</Link>} />
          <Route path="*" element={<Cards />} />
        </Routes>
        <Mini />
      </AddressRouter>
    </Provider>,
  );
}

/** The element that the browser animates. */
function travelling(): string {
  const named = [...document.querySelectorAll<HTMLElement>('[data-cover-of]')].filter(
    ({ style }) => style.getPropertyValue('view-transition-name') !== '',
  );
  if (named.length !== 1) return `${named.length} elements`;
  const card = named[0]?.closest('article') ?? null;
  if (card !== null) return [...document.querySelectorAll('article')].at(-1) === card ? 'card' : 'other card';
  return named[0]?.closest('section') ? 'mini player' : 'ring';
}

const trips: string[] = [];
let running: ViewTransition | null = null;
function watchTrips() {
  const start = document.startViewTransition.bind(document);
  vi.spyOn(document, 'startViewTransition').mockImplementation((update) => {
    const from = travelling();
    running = start(update);
    void running.updateCallbackDone.then(() => trips.push(`${from} → ${travelling()}`));
    return running;
  });
}

const here = location.href;
beforeEach(() => {
  localStorage.clear();
  trips.length = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  await running?.finished;
  running = null;
  vi.restoreAllMocks();
  history.replaceState(null, '', here);
});

it('carries a card into the player and back', async () => {
  watchTrips();
  const screen = await open();
  await screen.getByRole('link', { name: 'Rain' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
  await expect.poll(() => trips).toEqual(['card → ring']);
  history.back();
  await expect.element(screen.getByRole('link', { name: 'Elsewhere' })).toBeVisible();
  await expect.poll(() => trips).toEqual(['card → ring', 'ring → card']);
});

it('starts from the pressed card when two show the recording', async () => {
  watchTrips();
  const screen = await open('/twice');
  await screen.getByRole('link', { name: 'Rain' }).nth(1).click();
  await expect.poll(() => trips).toEqual(['card → ring']);
});

it('shrinks the player into the mini player where no card shows it, and grows it again', async () => {
  watchTrips();
  const screen = await open('/else');
  await screen.getByRole('link', { name: 'Home' }).click();
  await screen.getByRole('link', { name: 'Rain' }).click();
  await expect.poll(() => trips).toEqual(['card → ring']);
  history.go(-2);
  await expect.element(screen.getByRole('region', { name: 'Now playing' })).toBeVisible();
  await expect.poll(() => trips.at(-1)).toBe('ring → mini player');
  await screen.getByRole('link', { name: 'Open the player: Rain' }).click();
  await expect.poll(() => trips.at(-1)).toBe('mini player → ring');
});

it('leaves the page usable while the cover travels, and the next press interrupts it', async () => {
  watchTrips();
  const screen = await open();
  await screen.getByRole('link', { name: 'Rain' }).click();
  await expect.poll(() => trips).toEqual(['card → ring']);
  const play = screen.getByRole('button', { name: 'Play Rain' });
  const { x, y, width, height } = play.element().getBoundingClientRect();
  expect(play.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true);
  history.back();
  history.forward();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
  await expect.poll(() => travelling()).toBe('ring');
});

it('opens the player without travel where the browser has no view transitions', async () => {
  Object.defineProperty(document, 'startViewTransition', { value: undefined, configurable: true });
  try {
    const screen = await open();
    await screen.getByRole('link', { name: 'Rain' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    expect(travelling()).toBe('0 elements');
  } finally {
    Reflect.deleteProperty(document, 'startViewTransition');
  }
});
