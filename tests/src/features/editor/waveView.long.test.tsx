// The waveform view: opening position, scrolling, zooming, and complete drawing.
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { playheadAtom } from '../../../../src/features/editor/atoms.ts';
import { shownZoomAtom, zoomAtom } from '../../../../src/features/editor/zoom.ts';
import {
  fingers,
  middleOf,
  openEditor,
  pause,
  settled,
  waveBox,
} from '../../../support/browser/editorStage.tsx';

const HOUR = 3600;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});

it('opens an hour-long take at 0:00, with both handles and the playhead in view (row 30)', async () => {
  const { screen } = await openEditor({ seconds: HOUR });
  const { box } = waveBox();
  expect(box.scrollLeft).toBe(0);
  expect(box.scrollWidth).toBe(box.clientWidth);
  const inside = box.getBoundingClientRect();
  for (const name of ['Area 1, start', 'Area 1, end', 'Position']) {
    const { left, right, width } = screen.getByRole('slider', { name }).element().getBoundingClientRect();
    expect(left, name).toBeGreaterThanOrEqual(inside.left);
    expect(right, name).toBeLessThanOrEqual(inside.right);
    expect(width, name).toBe(44);
  }
  await expect
    .element(screen.getByRole('slider', { name: 'Position' }))
    .toHaveAttribute('aria-valuetext', '0 seconds of 60 minutes');
});

it('scrolls with one finger over an area without moving it (row 30)', async () => {
  const { store, bounds } = await openEditor({ seconds: HOUR });
  store.set(zoomAtom, 100);
  await settled();
  const { box, left } = waveBox();
  const middle = middleOf(box);
  await fingers.drag({ x: middle.x + 120, y: middle.y }, { x: middle.x - 120, y: middle.y });
  await expect.poll(left).toBeGreaterThan(150);
  expect(bounds()).toEqual([[0, HOUR]]);
  expect(store.get(playheadAtom)).toBe(0);
});

it('treats a late pan on a busy page as a pan, without marking (row 30)', async () => {
  const { store, bounds } = await openEditor({ seconds: HOUR });
  store.set(zoomAtom, 100);
  await settled();
  const { box, left } = waveBox();
  const from = { x: middleOf(box).x + 120, y: middleOf(box).y };
  const pressed = Date.now() / 1000;
  await fingers.at(pressed, 'touchStart', from);
  // The finger moved at once, but the page receives it after the long-press timer.
  await pause(400);
  for (let step = 1; step <= 12; step++) {
    await fingers.at(pressed + 0.016 * step, 'touchMove', { x: from.x - 20 * step, y: from.y });
    await settled();
  }
  await fingers.at(pressed + 0.2, 'touchEnd');
  await expect.poll(left).toBeGreaterThan(150);
  expect(bounds()).toEqual([[0, HOUR]]);
});

it('scrolls the page when a finger moves vertically first (row 30)', async () => {
  await page.viewport(360, 420);
  const { store } = await openEditor({ seconds: HOUR });
  store.set(zoomAtom, 100);
  await settled();
  const { box, left } = waveBox();
  const middle = middleOf(box);
  await fingers.drag(middle, { x: middle.x - 10, y: middle.y - 120 });
  await expect.poll(() => scrollY).toBeGreaterThan(50);
  expect(left()).toBe(0);
});

it('zooms with + and − around the playhead in view, else the selected area, else the middle (row 30)', async () => {
  const { store, screen } = await openEditor({ seconds: HOUR });
  store.set(playheadAtom, 1800);
  const { box, x } = waveBox();
  const fit = store.get(shownZoomAtom);
  const before = x(1800, HOUR);
  const zoomIn = screen.getByRole('button', { name: 'Zoom in' });
  for (let press = 0; press < 6; press++) {
    await zoomIn.click();
    expect(x(1800, HOUR)).toBeCloseTo(before, 0);
  }
  expect(store.get(shownZoomAtom)).toBeCloseTo(fit * 64, 3);

  box.scrollLeft = 0;
  await settled();
  const inside = box.getBoundingClientRect();
  await zoomIn.click();
  expect(x(0, HOUR), 'the beginning of the area').toBeCloseTo(inside.left + 28, 0);

  box.scrollLeft = box.scrollWidth / 4;
  await settled();
  const middle = (box.scrollLeft - 28 + box.clientWidth / 2) / store.get(shownZoomAtom);
  await screen.getByRole('button', { name: 'Zoom out' }).click();
  expect(x(middle, HOUR), 'the middle').toBeCloseTo((inside.left + inside.right) / 2, 0);
});

it('zooms a pinch around the middle of the fingers (row 30)', async () => {
  const { store } = await openEditor({ seconds: 600 });
  const { box, x } = waveBox();
  const { x: cx, y } = middleOf(box);
  const perSecond = store.get(shownZoomAtom);
  const seconds = (cx - x(0, 600)) / perSecond;
  await fingers.down({ x: cx - 30, y }, { x: cx + 30, y });
  for (const reach of [45, 60, 90, 120]) await fingers.move({ x: cx - reach, y }, { x: cx + reach, y });
  await fingers.up();
  await expect.poll(() => store.get(shownZoomAtom) / perSecond).toBeCloseTo(4, 1);
  expect(x(seconds, 600)).toBeCloseTo(cx, 0);
});

it('toggles the zoom on a double tap and moves the playhead on a single tap (row 30)', async () => {
  const { store } = await openEditor({ seconds: 600 });
  const { box, x } = waveBox();
  const place = middleOf(box);
  const seconds = (place.x - x(0, 600)) / store.get(shownZoomAtom);
  await fingers.tap(place);
  await expect.poll(() => store.get(playheadAtom)).toBeCloseTo(seconds, 1);
  await pause(400);
  await fingers.doubleTap(place);
  await expect.poll(() => store.get(shownZoomAtom)).toBe(100);
  expect(x(seconds, 600)).toBeCloseTo(place.x, 0);
  await pause(400);
  await fingers.doubleTap(place);
  await expect.poll(() => store.get(zoomAtom)).toBe(0);
});

it('draws every part of an hour at the closest zoom with at most ten canvases (row 30)', async () => {
  const { store } = await openEditor({ seconds: HOUR });
  store.set(zoomAtom, 1000);
  await settled();
  const { box, canvases } = waveBox();
  const places = [0, 0.1, 0.25, 0.5, 0.500_01, 0.75, 0.999, 1];
  for (const share of places) {
    box.scrollLeft = share * box.scrollWidth;
    await settled();
    expect(canvases().length).toBeLessThanOrEqual(10);
    const seen = box.getBoundingClientRect();
    const drawn = canvases()
      .map((canvas) => canvas.getBoundingClientRect())
      .sort((a, b) => a.left - b.left);
    let to = Math.max(
      seen.left,
      box.querySelector('canvas')?.parentElement?.getBoundingClientRect().left ?? 0,
    );
    const end = Math.min(
      seen.right,
      box.querySelector('canvas')?.parentElement?.getBoundingClientRect().right ?? 0,
    );
    for (const { left, right } of drawn) if (left <= to + 0.5) to = Math.max(to, right);
    expect(to, `share ${share}`).toBeGreaterThanOrEqual(end - 0.5);
  }
});

it('draws audio at its time at every zoom (row 30)', async () => {
  // Sound from 40 s to 41 s only.
  const { store } = await openEditor({ seconds: 120, loudness: (at) => (at >= 40 && at < 41 ? 0.9 : 0) });
  const { x } = waveBox();
  for (const zoom of [100, 400, 1000]) {
    store.set(playheadAtom, 40.5);
    store.set(zoomAtom, zoom);
    await settled();
    const [from, to] = loudColumns();
    // A bar, or a pair of peaks at 1000 px/s, is 5 px wide.
    expect(Math.abs(from - x(40, 120)), `${zoom} px/s`).toBeLessThanOrEqual(6);
    expect(Math.abs(to - x(41, 120)), `${zoom} px/s`).toBeLessThanOrEqual(6);
  }
});

/** The outermost painted columns 20 px above the middle, in page coordinates. */
function loudColumns(): [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const canvas of waveBox().canvases()) {
    const { left, width, height } = canvas.getBoundingClientRect();
    const ratio = canvas.width / width;
    const row = canvas
      .getContext('2d')
      ?.getImageData(0, Math.round(40 * (canvas.height / height)), canvas.width, 1);
    for (let column = 0; column < canvas.width; column++) {
      if ((row?.data[column * 4 + 3] ?? 0) < 40) continue;
      from = Math.min(from, left + column / ratio);
      to = Math.max(to, left + (column + 1) / ratio);
    }
  }
  return [from, to];
}

it('moves the overview’s window by drag and keys (row 30)', async () => {
  const { store, screen } = await openEditor({ seconds: HOUR });
  store.set(zoomAtom, 10);
  await settled();
  const { box, left } = waveBox();
  const strip = screen.getByRole('slider', { name: 'Whole recording' }).element();
  const { left: from, width, top, height } = strip.getBoundingClientRect();
  const y = top + height / 2;
  await fingers.drag({ x: from + 3, y }, { x: from + 3 + width / 2, y });
  await expect.poll(() => left() / box.scrollWidth).toBeCloseTo(0.5, 1);
  strip.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  await expect.poll(left).toBe(0);
  strip.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }));
  await expect.poll(left).toBe(box.clientWidth);
  await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringContaining('of 60 minutes'));
});

it.each([
  [320, 640],
  [360, 640],
  [640, 360],
  [1440, 900],
])('shows the waveform and keeps the bar on the screen at %i × %i (rows 30, 31)', async (width, height) => {
  await page.viewport(width, height);
  const { screen } = await openEditor({ seconds: HOUR });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const tools = width < 1024 ? ['Tools'] : [];
  const names = ['Undo', 'Redo', 'Play all areas', 'Set new Area', ...tools, 'Next Step'];
  for (const name of names) {
    const at = screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
    expect(at.left, name).toBeGreaterThanOrEqual(0);
    expect(at.right, name).toBeLessThanOrEqual(width);
    expect(at.bottom, name).toBeLessThanOrEqual(height);
    expect(at.height, name).toBeGreaterThanOrEqual(44);
    expect(at.width, name).toBeGreaterThanOrEqual(44);
  }
  const bar = screen.getByRole('button', { name: 'Undo' }).element().getBoundingClientRect();
  const wave = waveBox().box.getBoundingClientRect();
  expect(wave.top + 120, 'the whole wave stands above the bar').toBeLessThanOrEqual(bar.top);
});

it('lists the shortcuts under "?" and can switch them off (row 30)', async () => {
  const { store, screen, remembered } = await openEditor({ seconds: 60 });
  await userEvent.keyboard('{ArrowRight}');
  expect(store.get(playheadAtom)).toBe(1);
  await userEvent.keyboard('?');
  const sheet = screen.getByRole('dialog', { name: 'Keys in the editor' });
  await expect.element(sheet).toBeVisible();
  for (const keys of ['Space', 'Page Up, Page Down', 'I, O', 'Del', 'Ctrl Shift Z']) {
    await expect.element(sheet.getByText(keys, { exact: true })).toBeVisible();
  }
  await sheet.getByRole('switch', { name: 'Use these keys' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect(remembered.get('editorKeys')).toBe(false);
  await userEvent.keyboard('{ArrowRight}');
  expect(store.get(playheadAtom)).toBe(1);
});
