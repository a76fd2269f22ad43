// Opening a take, with the real engine, or a stalled one for timeouts.

import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AnalyseOptions, Inspection, PeaksChunk } from '../../../../src/dsp/protocol.ts';
import {
  addAreaAtom,
  editorAtom,
  playheadAtom,
  setEdgeAtom,
  sourceAtom,
  undoAtom,
} from '../../../../src/features/editor/atoms.ts';
import { loadEditorAtom } from '../../../../src/features/editor/load.ts';
import { zoomAtom } from '../../../../src/features/editor/zoom.ts';
import { EditorPage } from '../../../../src/pages/EditorPage.tsx';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { wavBlob } from '../../../support/audio/wavBlob.ts';
import { fingers, middleOf, openEditor, settled, waveBox } from '../../../support/browser/editorStage.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { voice } from '../../../support/server/voice.ts';

const REPAIRED = '✓ Audio successfully repaired';

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** The engine's inspection of a recorded hour. */
const HOUR_OF_OPUS = {
  container: 'webm' as const,
  codec: 'opus' as const,
  channels: 1,
  sampleRate: 48_000,
  frames: 48_000 * 3600,
  seconds: 3600,
  metadata: [],
  damage: [],
  video: false,
};

/** Rejects on abort, like the client. */
const stalled = (options: { signal?: AbortSignal } | undefined) =>
  new Promise<never>((_resolve, reject) => {
    options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
  });

const chunkOf = (fraction: number): PeaksChunk => ({
  firstPair: 0,
  pairs: new Int8Array(2),
  rms: new Uint8Array(1),
  framesPerPair: 256,
  sampleRate: 48_000,
  fraction,
});

describe.each([
  { isPhone: true, seconds: 15, text: 'Waveform loading timeout - please try again' },
  { isPhone: false, seconds: 25, text: 'Wellenform konnte nicht geladen werden (25 s Timeout)...' },
])('a decoder that stalls, phone: $isPhone (row 30)', ({ isPhone, seconds, text }) => {
  it(`shows its panel after ${seconds} s without progress, and both its buttons work`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const analyse = vi.fn(
      (
        _file: Blob,
        _parts: unknown,
        onPeaks?: (chunk: PeaksChunk) => void,
        options?: { signal?: AbortSignal },
      ) => {
        onPeaks?.(chunkOf(0.25));
        return stalled(options);
      },
    );
    const repair = vi.fn();
    const { screen, store } = await openEditor({
      engine: { analyse: analyse as never, repair },
      isPhone,
      again: (label) => <Link to="/recorder">{label}</Link>,
    });
    await vi.advanceTimersByTimeAsync((seconds - 1) * 1000);
    expect(store.get(editorAtom).phase).toBe('preparing');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.get(editorAtom).phase).toBe('failed');
    await expect.element(screen.getByRole('heading', { name: text })).toBeVisible();
    expect(repair).not.toHaveBeenCalled();
    await expect
      .element(screen.getByRole('link', { name: 'Neu aufnehmen' }))
      .toHaveAttribute('href', '/recorder');
    await expect.element(screen.getByRole('button', { name: 'Download the raw take' })).toBeVisible();
    await screen.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Preparing audio...' })).toBeVisible();
    expect(analyse).toHaveBeenCalledTimes(2);
  });
});

it('gives up after 20 s when storage does not answer: "Audio loading timeout" (row 29)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, store } = await openEditor({ openReference: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(store.get(editorAtom).phase).toBe('preparing');
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.get(editorAtom).phase).toBe('failed');
  await expect.element(screen.getByRole('heading', { name: 'Audio loading timeout' })).toBeVisible();
});

describe('with the real engine', () => {
  it('opens a valid take without a repair message (row 29)', async () => {
    const take = wavBlob(voice(2, 16_000), 16_000);
    const { screen, store } = await openEditor({ take, engine: 'real' });
    await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
    await expect.element(screen.getByText('Audio duration: 2 seconds')).toBeVisible();
    expect(store.get(sourceAtom)?.seconds).toBe(2);
    expect(screen.getByText(REPAIRED).query()).toBeNull();
    expect(screen.getByRole('list', { name: 'Damaged places' }).query()).toBeNull();
    store.get(dspAtom).dispose();
  });

  it('repairs a recording without header, with the duration right within 50 ms (row 29)', async () => {
    const whole = await recorded(2.5);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    // Everything before the first cluster (Matroska 1F 43 B6 75).
    const cluster = bytes.findIndex(
      (byte, at) =>
        byte === 0x1f && bytes[at + 1] === 0x43 && bytes[at + 2] === 0xb6 && bytes[at + 3] === 0x75,
    );
    expect(cluster).toBeGreaterThan(50);
    const { screen, store } = await openEditor({ take: new Blob([bytes.slice(cluster)]), engine: 'real' });
    await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
    await expect.element(screen.getByText(REPAIRED)).toBeVisible();
    await screen.getByText('Problems found').click();
    await expect.element(screen.getByText(/The beginning of the file is missing/).first()).toBeVisible();
    const expected = await store.get(dspAtom).inspect(whole);
    expect(Math.abs((store.get(sourceAtom)?.seconds ?? 0) - expected.seconds)).toBeLessThan(0.05);
    store.get(dspAtom).dispose();
  });

  it('marks a truncation on the waveform, and the mark moves the playhead there (row 29)', async () => {
    const take = wavBlob(voice(3, 16_000), 16_000);
    const { screen, store } = await openEditor({
      take: take.slice(0, 44 + 2 * 2 * 16_000, 'audio/wav'),
      engine: 'real',
    });
    await expect.element(screen.getByText(REPAIRED)).toBeVisible();
    const marker = screen.getByRole('button', { name: /^0:02\.0: The file breaks off before its end/ });
    await expect.element(marker).toBeVisible();
    const wave = screen.getByTestId('waveform').element().getBoundingClientRect();
    const box = marker.element().getBoundingClientRect();
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.top).toBeGreaterThanOrEqual(wave.top);
    expect(box.bottom).toBeLessThanOrEqual(wave.bottom);
    (marker.element() as HTMLElement).focus();
    (marker.element() as HTMLElement).click();
    expect(store.get(playheadAtom)).toBeCloseTo(2, 1);
    await expect.element(screen.getByText(/^0:02\.0: The file breaks off/)).toBeVisible();
    store.get(dspAtom).dispose();
  });

  it('shows an error with "Record Again" for random bytes (row 29)', async () => {
    const noise = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(3000))));
    sessionStorage.setItem(
      'recordingData',
      JSON.stringify({
        file: {
          name: 'take.webm',
          size: 3000,
          type: 'audio/webm',
          data: `data:audio/webm;base64,${noise}`,
          tempTrackId: 'p1',
        },
        duration: 3,
        recordedAt: '2026-11-21T00:00:00Z',
        edited: false,
        title: 'Take',
      }),
    );
    const { screen, store } = await renderApp(
      <Routes>
        <Route path="/audio-editor" element={<EditorPage />} />
        <Route path="/record/recorder" element={<p>the recorder</p>} />
      </Routes>,
      { path: '/audio-editor' },
    );
    const heading = screen.getByRole('heading', { name: 'Could not load audio blob in any way' });
    await expect.element(heading).toBeVisible();
    await screen.getByRole('link', { name: 'Record Again' }).click();
    await expect.element(screen.getByText('the recorder')).toBeVisible();
    store.get(dspAtom).dispose();
  });
});

/** An engine that reads as much of a take as the test allows. */
function readByHand() {
  let listeners: AnalyseOptions = {};
  let onPeaks = (_chunk: PeaksChunk) => {};
  let finish = (_found: Inspection) => {};
  const analyse = (
    _file: Blob,
    _parts: unknown,
    peaks: (chunk: PeaksChunk) => void,
    options: AnalyseOptions,
  ) => {
    [onPeaks, listeners] = [peaks, options];
    onPeaks(chunkOf(0.1));
    return new Promise<Inspection>((resolve) => {
      finish = resolve;
    });
  };
  return {
    analyse: analyse as never,
    estimate: (seconds: number) => listeners.onEstimate?.({ seconds, sampleRate: 48_000, channels: 1 }),
    walk: () => listeners.onInspection?.(HOUR_OF_OPUS),
    peaks: (chunk: PeaksChunk) => onPeaks(chunk),
    finish: (found = HOUR_OF_OPUS) => finish(found),
  };
}

it('allows editing a long take while it loads, and keeps the areas (row 29)', async () => {
  const { analyse, walk, peaks, finish } = readByHand();
  const { screen, store, bounds } = await openEditor({ engine: { analyse } });
  walk();
  peaks({ ...chunkOf(0.25), firstPair: 1 });
  await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  store.get(sourceAtom)?.pyramid.append({ ...chunkOf(0.5), firstPair: 2 });
  await screen.getByRole('button', { name: 'Set new Area' }).click();
  await screen.getByRole('button', { name: 'Shorten first area' }).click();
  const before = store.get(sourceAtom);
  expect(bounds()).toEqual([[0, 1200]]);
  finish();
  await expect.poll(() => screen.getByText(/^Still loading the rest/).query()).toBeNull();
  const read = store.get(sourceAtom);
  // Only a complete read allows publishing the unchanged file.
  expect({ ...read, isPublishable: false }).toEqual(before);
  expect(read?.pyramid).toBe(before?.pyramid);
  expect(bounds()).toEqual([[0, 1200]]);
  await store.set(loadEditorAtom);
  expect(store.get(sourceAtom)).toBe(read);
});

it('opens a take with an estimated length and adapts edits to the exact one (row 29)', async () => {
  const { analyse, estimate, walk } = readByHand();
  const cut = vi.fn(async (..._args: unknown[]) => ({ file: new Blob(['cut'], { type: 'audio/mpeg' }) }));
  const { screen, store, bounds } = await openEditor({ engine: { analyse, cut: cut as never } });
  estimate(3599);
  await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  expect(bounds()).toEqual([[0, 3599]]);
  store.set(setEdgeAtom, 'area-1', 'start', 10);
  store.set(setEdgeAtom, 'area-1', 'start', 20);
  store.set(playheadAtom, 3000);
  await screen.getByRole('button', { name: 'Next Step' }).click();
  await settled();
  expect(cut).not.toHaveBeenCalled();
  walk();
  await expect.poll(() => cut.mock.calls[0]?.[1]).toEqual([{ start: 20, end: 3600 }]);
  expect(bounds()).toEqual([[20, 3600]]);
  expect(store.get(playheadAtom)).toBe(3000);
  store.set(undoAtom);
  expect(bounds()).toEqual([[10, 3600]]);
  store.set(undoAtom);
  expect(bounds()).toEqual([[0, 3600]]);
});

it('keeps edits before the real end of a take that is shorter than announced (row 29)', async () => {
  const { analyse, estimate, walk } = readByHand();
  const { screen, store, bounds } = await openEditor({ engine: { analyse } });
  estimate(3700);
  await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  store.set(setEdgeAtom, 'area-1', 'end', 3000);
  store.set(addAreaAtom);
  store.set(setEdgeAtom, 'area-2', 'end', 3650);
  walk();
  await expect.poll(() => store.get(sourceAtom)?.seconds).toBe(3600);
  expect(bounds()).toEqual([
    [0, 3000],
    [3005, 3600],
  ]);
});

it('applies the exact length only after the finger is lifted (row 29)', async () => {
  const { analyse, estimate, walk } = readByHand();
  const { screen, store, bounds } = await openEditor({ engine: { analyse } });
  estimate(3599);
  const handle = screen.getByRole('slider', { name: 'Area 1, start' });
  await expect.element(handle).toBeVisible();
  const from = middleOf(handle.element());
  await fingers.down(from);
  await fingers.glide(from, { x: from.x + 60, y: from.y });
  walk();
  await settled();
  expect(store.get(sourceAtom)?.seconds).toBe(3599);
  await fingers.glide({ x: from.x + 60, y: from.y }, { x: from.x + 100, y: from.y });
  await fingers.up();
  await expect.poll(() => store.get(sourceAtom)?.seconds).toBe(3600);
  // 100 px of the 304 px that show the hour.
  const [[start, end] = [0, 0]] = bounds();
  expect(start).toBeGreaterThan(1100);
  expect(start).toBeLessThan(1300);
  expect(end).toBe(3600);
});

it("uses the stored edit's length before the file is read (row 29)", async () => {
  const { analyse, estimate, walk } = readByHand();
  const areas = [{ id: 'area-1', start: 30, end: 3600 }];
  const { screen, store, bounds } = await openEditor({
    edit: { version: 2, seconds: 3600, past: [], present: { areas, tools: {} }, future: [] },
    engine: { analyse },
  });
  estimate(3599);
  await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  expect(bounds()).toEqual([[30, 3600]]);
  const before = store.get(sourceAtom);
  walk();
  await settled();
  expect(store.get(sourceAtom)).toBe(before);
  expect(bounds()).toEqual([[30, 3600]]);
});

it('keeps the scroll position when the length is corrected (row 30)', async () => {
  const { analyse, walk, finish } = readByHand();
  const { screen, store } = await openEditor({ engine: { analyse } });
  walk();
  await expect.element(screen.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  store.set(zoomAtom, 50);
  await settled();
  waveBox().box.scrollLeft = 50_000;
  await settled();
  finish({ ...HOUR_OF_OPUS, frames: HOUR_OF_OPUS.frames + 960, seconds: 3600.02 });
  await expect.poll(() => store.get(sourceAtom)?.seconds).toBe(3600.02);
  await settled();
  expect(Math.abs(waveBox().left() - 50_000)).toBeLessThan(5);
});

/** A tone of this many seconds, recorded like the recorder does. */
async function recorded(seconds: number): Promise<Blob> {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const target = context.createMediaStreamDestination();
  tone.connect(target);
  tone.start();
  const recorder = new MediaRecorder(target.stream, { mimeType: 'audio/webm;codecs=opus' });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  recorder.start(100);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.stop();
  await stopped;
  await context.close();
  return new Blob(chunks, { type: 'audio/webm' });
}
