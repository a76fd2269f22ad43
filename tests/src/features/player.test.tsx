import { createStore } from 'jotai/vanilla';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createPlayback, type Playback } from '../../../src/audio/playback.ts';
import { MiniPlayer } from '../../../src/features/player/MiniPlayer.tsx';
import { TrackPage } from '../../../src/pages/TrackPage.tsx';
import { putRowsAtom } from '../../../src/state/entities.ts';
import { playerStateAtom } from '../../../src/state/player.ts';
import { connectPlaybackAtom, playTrackAtom } from '../../../src/state/playerActions.ts';
import { loadSessionAtom } from '../../../src/state/session.ts';
import { isRecordingAtom } from '../../../src/state/sound.ts';
import { tracksList } from '../../../src/state/tracks.ts';
import { createFakePlayback } from '../../support/audio/fakePlayback.ts';
import { toneUrl } from '../../support/audio/toneUrl.ts';
import { renderApp } from '../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../support/server/fakeServer.ts';
import { buildMe, buildPerson } from '../../support/server/people.ts';
import { buildTrack } from '../../support/server/tracks.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const visualizer = () => document.querySelector<HTMLCanvasElement>('canvas[data-visualizer]');

async function openPlayer(id: string, getTracks: () => Answer, playback: Playback = createFakePlayback()) {
  const store = createStore();
  const server = fakeServer(store, { getTracks, incrementPlay: () => okReply({ plays: 1 }) });
  store.set(connectPlaybackAtom, playback);
  const { screen } = await renderApp(
    <Routes>
      <Route path="/player/:id" element={<TrackPage />} />
    </Routes>,
    { store, path: `/player/${id}` },
  );
  return { screen, store, server };
}

describe('the player page', () => {
  it('shows the track without loading its audio', async () => {
    const track = buildTrack({ id: 'a', title: 'Rain', gender: 'Couple', tags: ['Soft'], commentsCount: 2 });
    const playback = createFakePlayback();
    const { screen, store } = await openPlayer('a', () => okReply([track]), playback);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    await expect
      .element(screen.getByText('Intimate whispers sharing personal thoughts and desires'))
      .toBeVisible();
    const tags = [...document.querySelectorAll('ul[aria-label="Tags"] li')].map((tag) => tag.textContent);
    expect(tags).toEqual(['Couple', 'Soft']);
    await expect.element(screen.getByRole('link', { name: 'mira' })).toHaveAttribute('href', '/profile/mira');
    expect(store.get(playerStateAtom)).toEqual({ phase: 'paused', trackId: 'a' });
    expect(playback.calls.some((each) => each.startsWith('load'))).toBe(false);
  });

  it('keeps its layout when the play count changes (row 11)', async () => {
    const track = buildTrack({ id: 'a', plays: 0 });
    const { screen, store } = await openPlayer('a', () => okReply([track]));
    const room = (text: string) => screen.getByText(text, { exact: true }).element().getBoundingClientRect();
    await expect.element(screen.getByText('0 plays')).toBeVisible();
    const before = room('0 plays').width;
    store.set(putRowsAtom, 'tracks', [{ ...track, plays: 1 }]);
    await expect.element(screen.getByText('1 play', { exact: true })).toBeVisible();
    expect(room('1 play').width).toBe(before);
    store.set(putRowsAtom, 'tracks', [{ ...track, plays: 12 }]);
    await expect.element(screen.getByText('12 plays')).toBeVisible();
    expect(room('12 plays').width).toBe(before);
  });

  it.each([
    ['unknown', []],
    ['rejected', [buildTrack({ id: 'rejected', status: 'rejected' })]],
  ])('says "Track not found" for an %s id', async (id, tracks) => {
    const { screen } = await openPlayer(id, () => okReply(tracks));
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Track not found');
    await expect.element(screen.getByRole('link')).toHaveAttribute('href', '/');
  });

  it.each<[Answer, string, string]>([
    [refusedReply('internal'), 'Couldn’t load this recording', 'Something went wrong. Please try again.'],
    ['offline', 'Offline', 'We can’t reach the server right now.'],
  ])('reports why a track could not load (%j), and retries (row 11)', async (first, title, why) => {
    let answer: Answer = first;
    const { screen } = await openPlayer('a', () => answer);
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    await expect.element(screen.getByText(why)).toBeVisible();
    await expect.element(screen.getByText('Couldn’t refresh')).not.toBeInTheDocument();
    answer = okReply([buildTrack({ id: 'a', title: 'Rain' })]);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Rain');
  });

  it('offers a retry and the next track when the audio cannot be played', async () => {
    const tracks = [buildTrack({ id: 'a', title: 'Rain', url: '' }), buildTrack({ id: 'b', title: 'Snow' })];
    const { screen } = await openPlayer('a', () => okReply(tracks));
    await screen.getByRole('button', { name: 'Play Rain' }).click();
    const alert = screen.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Audio-Datei "Rain" ist nicht verfügbar.');
    await expect.element(alert.getByText('Audio-Datei', { exact: false })).toHaveAttribute('lang', 'de');
    await alert.getByRole('button', { name: 'Next track' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Snow' })).toBeVisible();
  });

  it('seeks by keyboard on the ring', async () => {
    const { screen, store } = await openPlayer('a', () => okReply([buildTrack({ id: 'a', duration: 100 })]));
    const ring = screen.getByRole('slider', { name: 'Position' });
    await expect.element(ring).toHaveAttribute('aria-valuemax', '100');
    (ring.element() as HTMLElement).focus();
    await userEvent.keyboard('{PageUp}{ArrowRight}');
    await expect.element(ring).toHaveAttribute('aria-valuenow', '20');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(ring).toHaveAttribute('aria-valuetext', '15 seconds of 1 minute 40 seconds');
    await userEvent.keyboard('{End}');
    await expect.element(ring).toHaveAttribute('aria-valuenow', '100');
    expect(store.get(playerStateAtom).phase).toBe('paused');
  });
});

it('seeks on the ring and nowhere inside it', async () => {
  const { screen } = await openPlayer('a', () => okReply([buildTrack({ id: 'a', duration: 100 })]));
  const ring = screen.getByRole('slider', { name: 'Position' });
  await expect.element(ring).toBeVisible();
  const box = ring.element().getBoundingClientRect();
  const touched = (share: number) =>
    document.elementFromPoint(box.left + box.width / 2, box.top + box.height * share);
  expect(touched(0.93)).toBe(ring.element());
  expect(touched(0.75)).not.toBe(ring.element());
  expect(touched(0.5)?.closest('button')?.getAttribute('aria-label')).toBe('Play Title of a');
  await ring.click({ position: { x: box.width / 2, y: box.height * 0.93 } });
  await expect.element(ring).toHaveAttribute('aria-valuenow', '50');
});

describe('the visualizer', () => {
  it('shows the frequency that plays, moves with it, and stops on pause', async () => {
    const track = buildTrack({ id: 'tone', title: 'Tone', duration: 20, url: toneUrl(1000, 20) });
    const element = new Audio();
    element.volume = 0.01;
    const { screen } = await openPlayer('tone', () => okReply([track]), createPlayback(element));
    await screen.getByRole('button', { name: 'Play Tone' }).click();
    const canvas = visualizer();
    await expect.poll(() => canvas?.dataset.running, { timeout: 10_000 }).toBe('true');
    // One bin of 1,024 frames is 43 Hz wide at 44.1 kHz, 47 Hz at 48 kHz.
    await expect
      .poll(() => Math.abs(Number(canvas?.dataset.peakHz ?? 0) - 1000), { timeout: 10_000 })
      .toBeLessThan(48);
    const before = canvas?.toDataURL();
    await expect.poll(() => canvas?.toDataURL() !== before).toBe(true);
    await screen.getByRole('button', { name: 'Pause Tone' }).click();
    await expect.poll(() => canvas?.dataset.running, { timeout: 10_000 }).toBe('false');
    const resting = canvas?.toDataURL();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(canvas?.toDataURL()).toBe(resting);
    element.removeAttribute('src');
    element.load();
  });
});

describe('the page of the user’s own recording', () => {
  async function openAs(userId: string) {
    const store = createStore();
    const track = buildTrack({ id: 'a', title: 'Rain', user: { id: 'user-1', username: 'mira' } });
    let tracks = [track];
    const server = fakeServer(store, {
      getTracks: () => okReply(tracks),
      me: () => okReply(buildMe(buildPerson({ id: userId }))),
      deleteTrack: () => {
        tracks = [];
        return okReply({ trackId: 'a' });
      },
    });
    store.set(connectPlaybackAtom, createFakePlayback());
    await store.set(loadSessionAtom);
    const { screen } = await renderApp(
      <Routes>
        <Route path="/player/:id" element={<TrackPage />} />
        <Route path="/profile" element={<p>the profile</p>} />
      </Routes>,
      { store, path: '/player/a' },
    );
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    return { screen, server };
  }

  it('has Edit instead of Report, and Delete behind “…”', async () => {
    const { screen, server } = await openAs('user-1');
    await screen.getByRole('button', { name: 'Edit details' }).click();
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Rain');
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect(screen.getByRole('link', { name: 'Report inappropriate content' }).query()).toBeNull();
    await screen.getByRole('button', { name: 'More for Rain' }).click();
    await screen.getByRole('button', { name: 'Delete' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(screen.getByText('the profile')).toBeVisible();
    expect(server.countOf('deleteTrack')).toBe(1);
  });

  it('has Report for everyone else', async () => {
    const { screen } = await openAs('user-2');
    await expect.element(screen.getByRole('link', { name: 'Report inappropriate content' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit details' }).query()).toBeNull();
  });
});

/** With a server that has one recording, `Rain`. */
async function miniPlayer() {
  const store = createStore();
  fakeServer(store, { getTracks: () => okReply([buildTrack({ id: 'a', title: 'Rain' })]) });
  const playback = createFakePlayback();
  store.set(connectPlaybackAtom, playback);
  await store.set(tracksList({}), 'refresh');
  const { screen } = await renderApp(<MiniPlayer isHere />, { store });
  return { screen, store, playback };
}

describe('the mini player', () => {
  it('says why nothing plays while the microphone records, until that ends', async () => {
    const { screen, store, playback } = await miniPlayer();
    void store.set(playTrackAtom, 'a');
    await expect.element(screen.getByRole('region', { name: 'Now playing' })).toBeVisible();
    store.set(isRecordingAtom, true);
    const plays = () => playback.calls.filter((each) => each.startsWith('play')).length;
    const before = plays();
    await screen.getByRole('button', { name: 'Play Rain' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Nothing plays while you record');
    expect(plays()).toBe(before);
    store.set(isRecordingAtom, false);
    await expect.element(screen.getByRole('link', { name: 'Open the player: Rain' })).toBeVisible();
    await screen.getByRole('button', { name: 'Play Rain' }).click();
    await expect.poll(plays).toBe(before + 1);
  });

  it('appears with the current track and disappears when closed', async () => {
    const { screen, store, playback } = await miniPlayer();
    expect(document.querySelector('section')).toBeNull();
    void store.set(playTrackAtom, 'a');
    await expect.element(screen.getByRole('region', { name: 'Now playing' })).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Open the player: Rain' }))
      .toHaveAttribute('href', '/player/a');
    await screen.getByRole('button', { name: 'Close the player' }).click();
    await expect.element(screen.getByRole('region', { name: 'Now playing' })).not.toBeInTheDocument();
    expect(playback.calls.at(-1)).toBe('unload');
  });
});
