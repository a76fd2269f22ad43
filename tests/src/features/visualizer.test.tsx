// The player's visualizer follows the audio: from the stored envelope where an audio graph is unsafe, and
// stops in silence.
import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ENVELOPE_BANDS, PIECE_BYTES, PIECE_SECONDS } from '../../../api/contract/spectralEnvelope.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { type PlayerPorts, playerPortsAtom } from '../../../src/features/player/ports.ts';
import { angleOf, drawSeekRing } from '../../../src/features/player/ringPicture.ts';
import { Visualizer } from '../../../src/features/player/Visualizer.tsx';
import { playerStateAtom } from '../../../src/state/player.ts';
import { connectPlaybackAtom } from '../../../src/state/playerActions.ts';
import { canvasPicture } from '../../support/audio/canvasPicture.ts';
import { createFakePlayback, type FakePlayback } from '../../support/audio/fakePlayback.ts';
import { renderApp } from '../../support/browser/renderApp.tsx';
import { fakeServer } from '../../support/server/fakeServer.ts';
import { buildTrack } from '../../support/server/tracks.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
});

/** A different band is loud in each piece: band 4 + p in piece p. */
const pieceOf = (piece: number) => {
  const bytes = new Uint8Array(PIECE_BYTES).fill(20);
  for (let at = 4 + piece; at < bytes.length; at += ENVELOPE_BANDS) bytes[at] = 230;
  return bytes;
};
/** Center frequency of a band, Hz. */
const bandHz = (band: number) => 100 * 80 ** ((band + 0.5) / ENVELOPE_BANDS);

interface Asked {
  piece: number;
  signal: AbortSignal;
}

async function show(change: Partial<PlayerPorts> = {}, track: Partial<TrackView> = {}) {
  const store = createStore();
  fakeServer(store, {});
  const playback: FakePlayback = createFakePlayback();
  store.set(connectPlaybackAtom, playback);
  const asked: Asked[] = [];
  const ports: PlayerPorts = {
    ...store.get(playerPortsAtom),
    openTap: async () => null,
    listensWell: () => false,
    savesPower: async () => false,
    fetchEnvelopePiece: async (_envelope, piece, signal) => {
      asked.push({ piece, signal });
      return pieceOf(piece);
    },
    ...change,
  };
  store.set(playerPortsAtom, ports);
  const full = buildTrack({ id: 'a', duration: 95, envelope: '/envelope/a.bands', ...track });
  const { screen } = await renderApp(<Visualizer track={full} moments={[]} />, { store });
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-visualizer]');
  if (canvas === null) throw new Error('no canvas');
  const play = (at: number) => {
    playback.at = at;
    store.set(playerStateAtom, { phase: 'playing', trackId: 'a' });
  };
  return { screen, store, playback, canvas, asked, play };
}

const heard = (canvas: HTMLCanvasElement) => Number(canvas.dataset.peakHz ?? 0);

it('follows the envelope in sync without an audio graph, even after a seek (row 14)', async () => {
  const graph = vi.spyOn(globalThis, 'AudioContext');
  const { canvas, play, playback } = await show();
  play(3);
  await expect.poll(() => canvas.dataset.source).toBe('envelope');
  await expect.poll(() => heard(canvas)).toBeCloseTo(bandHz(4), -1);
  playback.at = PIECE_SECONDS + 3;
  await expect.poll(() => heard(canvas)).toBeCloseTo(bandHz(5), -1);
  expect(graph).not.toHaveBeenCalled();
});

it('fetches each piece once, one ahead, none beyond the end, and aborts on leaving (row 14)', async () => {
  let answer = true;
  const asked: Asked[] = [];
  const { canvas, play, playback, screen } = await show({
    fetchEnvelopePiece: (_envelope, piece, signal) => {
      asked.push({ piece, signal });
      return answer ? Promise.resolve(pieceOf(piece)) : new Promise(() => {});
    },
  });
  play(1);
  await expect.poll(() => canvas.dataset.source).toBe('envelope');
  expect(asked.map(({ piece }) => piece)).toEqual([0]);
  playback.at = 16;
  await expect.poll(() => asked.map(({ piece }) => piece)).toEqual([0, 1]);
  playback.at = 88;
  await expect.poll(() => asked.map(({ piece }) => piece)).toEqual([0, 1, 2, 3]);
  playback.at = 94;
  answer = false;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked.map(({ piece }) => piece)).toEqual([0, 1, 2, 3]);
  playback.at = 40;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked.length).toBe(4);
  screen.unmount();
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
});

it('draws envelope frames off the main thread (row 14)', async () => {
  const { canvas, play } = await show();
  play(3);
  await expect.poll(() => canvas.dataset.source).toBe('envelope');
  const asked = vi.spyOn(globalThis, 'requestAnimationFrame');
  const onPage = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  const beside = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'clearRect');
  await expect.poll(() => beside.mock.calls.length, { timeout: 5000 }).toBeGreaterThan(20);
  expect([asked.mock.calls.length, onPage.mock.calls.length]).toEqual([0, 0]);
});

it.each<[string, () => void]>([
  [
    'gives its surface no pen',
    () => void vi.spyOn(OffscreenCanvas.prototype, 'getContext').mockReturnValue(null),
  ],
  [
    'does not give its surface away',
    () =>
      void vi.spyOn(HTMLCanvasElement.prototype, 'transferControlToOffscreen').mockImplementation(() => {
        throw new DOMException('not here', 'InvalidStateError');
      }),
  ],
])('draws on the page where a canvas %s (row 14)', async (_name, lack) => {
  lack();
  const { canvas, play } = await show();
  play(3);
  await expect.poll(() => canvas.dataset.source).toBe('envelope');
  const before = canvasPicture(canvas);
  await expect.poll(() => canvasPicture(canvas)).not.toBe(before);
});

it('draws every frame it requests (row 14)', async () => {
  // Simulates a browser without offscreen canvases.
  const { prototype } = HTMLCanvasElement;
  const { transferControlToOffscreen } = prototype;
  Reflect.deleteProperty(prototype, 'transferControlToOffscreen');
  onTestFinished(() => void Object.assign(prototype, { transferControlToOffscreen }));
  const { canvas, play } = await show();
  play(3);
  await expect.poll(() => canvas.dataset.source).toBe('envelope');
  const asked = vi.spyOn(globalThis, 'requestAnimationFrame');
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  await expect.poll(() => drawn.mock.calls.length, { timeout: 5000 }).toBeGreaterThan(20);
  // Every requested frame costs the browser, even without drawing.
  expect(asked.mock.calls.length - drawn.mock.calls.length).toBeLessThan(4);
});

it('stops the loop and the picture on pause (row 14)', async () => {
  const { canvas, play, store } = await show();
  play(3);
  await expect.poll(() => canvas.dataset.running).toBe('true');
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame');
  store.set(playerStateAtom, { phase: 'paused', trackId: 'a' });
  // It decays frame by frame, and a busy machine draws few.
  await expect.poll(() => canvas.dataset.running, { timeout: 10_000 }).toBe('false');
  frames.mockClear();
  const isResting = async () => {
    const before = canvasPicture(canvas);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return canvasPicture(canvas) === before;
  };
  // A worker draws: its last picture may arrive later.
  await expect.poll(isResting).toBe(true);
  expect(frames).not.toHaveBeenCalled();
});

it('shows a still ring and requests no spectrum with reduced motion (row 14)', async () => {
  const real = globalThis.matchMedia.bind(globalThis);
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => {
    const list = real(query);
    return query.includes('reduced-motion') ? Object.defineProperty(list, 'matches', { value: true }) : list;
  });
  const openTap = vi.fn(async () => null);
  const { canvas, play, asked } = await show({ listensWell: () => true, openTap });
  play(3);
  await expect.poll(() => canvas.dataset.running).toBe('false');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([asked.length, openTap.mock.calls.length, canvas.dataset.running]).toEqual([0, 0, 'false']);
});

it('follows the track’s cover outline while no envelope is available, and retries later', async () => {
  const fetchEnvelopePiece = vi.fn(async () => {
    throw new Error('offline');
  });
  const { canvas, play } = await show({ fetchEnvelopePiece });
  play(50);
  await expect.poll(() => canvas.dataset.source).toBe('cover');
  await new Promise((resolve) => setTimeout(resolve, 300));
  // The current piece, and the next one half a piece before its end.
  expect(fetchEnvelopePiece.mock.calls.length).toBeLessThanOrEqual(2);
  expect(canvas.dataset.running).toBe('true');
});

it('shows progress on the ring at every size, even after a seek back (row 14)', () => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const cover = new Float32Array(64).fill(0.5);
  const hues = { first: 300, second: 250, angle: 0 };
  /** Sign of red minus blue at the middle of the ring. */
  const warmth = (side: number, progress: number) => {
    canvas.width = side;
    canvas.height = side;
    drawSeekRing(context, side, { cover, progress, hues });
    const angle = angleOf(0.5);
    const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => side * (0.5 + part * 0.43)) as [
      number,
      number,
    ];
    const { data } = context.getImageData(x - 4, y - 4, 8, 8);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += (data[at] ?? 0) - (data[at + 2] ?? 0);
    return Math.sign(sum);
  };
  const warmths = [200, 400].map((side) => [0.2, 0.8, 0.3, 0.8].map((progress) => warmth(side, progress)));
  expect(warmths).toEqual([
    [-1, 1, -1, 1],
    [-1, 1, -1, 1],
  ]);
});
