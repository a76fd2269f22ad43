import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UploadPreview } from '../../../../api/contract/uploads.ts';
import { SampledStrip } from '../../../../src/features/moderation/SampledStrip.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';

const HOUR: UploadPreview = {
  spans: [
    { start: 0, seconds: 2, reason: 'start' },
    { start: 720, seconds: 2, reason: 'loudest' },
    { start: 722, seconds: 2, reason: 'speech' },
    { start: 2_000, seconds: 2, reason: 'different' },
    { start: 3_598, seconds: 2, reason: 'end' },
  ],
  heat: Array.from({ length: 200 }, (_, at) => (at === 40 ? 255 : at % 3 === 0 ? 120 : 0)),
};

/** 64 heights in the engine's format: quiet, then loud. */
const COVER = btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, at) => (at < 32 ? 20 : 240))));

afterEach(() => page.viewport(414, 896));

async function show(change: Partial<Parameters<typeof SampledStrip>[0]> = {}) {
  const calls = { onSeek: vi.fn(), onPlaySpans: vi.fn() };
  const shown = {
    cover: COVER,
    preview: HOUR,
    seconds: 3_600,
    position: 0,
    marks: [1_234],
    ...calls,
    ...change,
  };
  const { screen } = await renderApp(<SampledStrip {...shown} />);
  return { screen, ...calls };
}

it.each([
  [320, 640],
  [360, 640],
  [640, 360],
  [1440, 900],
])(
  'shows the five samples and reasons, readable and clickable, at %i × %i (row 42)',
  async (width, height) => {
    await page.viewport(width, height);
    const { screen, onSeek } = await show();
    const names = ['Start', 'Loudest', 'Most like speech', 'Least like the rest', 'End', 'Reported here'];
    const places = [0, 720, 722, 2_000, 3_598, 1_234];
    for (const [index, name] of names.entries()) {
      const button = screen.getByRole('button', { name });
      const box = button.element().getBoundingClientRect();
      expect(box.height, name).toBeGreaterThanOrEqual(44);
      expect(box.left, name).toBeGreaterThanOrEqual(0);
      expect(box.right, name).toBeLessThanOrEqual(width);
      await button.click();
      expect(onSeek).toHaveBeenLastCalledWith(places[index]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const strip = screen.getByRole('slider').element().parentElement?.getBoundingClientRect();
    let right = strip?.left ?? 0;
    for (const label of screen
      .getByText(/^[1-5]$/)
      .elements()
      .slice(0, 5)) {
      const box = label.getBoundingClientRect();
      expect(box.left, 'numbers do not cover each other').toBeGreaterThanOrEqual(right - 0.1);
      right = box.right;
    }
    expect(right).toBeLessThanOrEqual((strip?.right ?? 0) + 0.1);
    await expect.element(screen.getByText('These samples cover only part of the recording.')).toBeVisible();
  },
);

it('seeks by tap and arrow keys, and announces the position in words (row 42)', async () => {
  const { screen, onSeek } = await show({ position: 1_800 });
  const seek = screen.getByRole('slider', { name: 'Position in the recording' });
  await expect.element(seek).toHaveAttribute('aria-valuetext', '30 minutes of 60 minutes');
  const box = seek.element().getBoundingClientRect();
  await seek.click({ position: { x: box.width * 0.75, y: box.height / 2 } });
  expect(Math.abs(Number(onSeek.mock.lastCall?.[0]) - 2_700)).toBeLessThanOrEqual(40);
  (seek.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(onSeek).toHaveBeenLastCalledWith(1_764);
});

it('plays the samples on request, with progress over ten seconds (row 42)', async () => {
  const { screen, onPlaySpans } = await show({ position: 723 });
  await screen.getByRole('button', { name: 'Play five samples, 10 s' }).click();
  expect(onPlaySpans).toHaveBeenCalledOnce();
  await expect
    .element(screen.getByRole('progressbar', { name: 'Samples heard' }))
    .toHaveAttribute('aria-valuenow', '50');
  const current = screen.getByRole('button', { name: 'Most like speech' });
  await expect.element(current).toHaveAttribute('aria-current', 'true');
});

it('shows no progress between the samples (row 42)', async () => {
  const { screen } = await show({ position: 1_000 });
  await expect
    .element(screen.getByRole('progressbar', { name: 'Samples heard' }))
    .toHaveAttribute('aria-valuenow', '0');
  expect(document.querySelector('[aria-current]')).toBeNull();
});

it('plays a recording under ten seconds whole, without samples (row 42)', async () => {
  const preview: UploadPreview = {
    spans: [{ start: 0, seconds: 6.4, reason: 'start' }],
    heat: HOUR.heat.slice(0, 64),
  };
  const { screen } = await show({ preview, seconds: 6.4, marks: [] });
  await expect.element(screen.getByRole('button', { name: 'Play all of it, 6 s' })).toBeVisible();
  await expect.element(screen.getByText('The whole recording')).toBeVisible();
  expect(screen.getByText('Only a sample', { exact: false }).query()).toBeNull();
});

/** The shadow root of wavesurfer.js, with its peaks canvas and regions. */
async function drawnWave() {
  const box = () => document.querySelector<HTMLElement>('[data-waveform][data-ready]');
  await expect.poll(box).not.toBeNull();
  const root = box()?.firstElementChild?.firstElementChild?.shadowRoot;
  if (!root) throw new Error('no waveform');
  await expect.poll(() => root.querySelectorAll('[part~=region], [part~=marker]').length).toBe(6);
  return root;
}

it('draws the peaks, and a region for each sample, the second voice and a report (row 42)', async () => {
  const { screen } = await show();
  const root = await drawnWave();
  const canvas = root.querySelector('canvas');
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) throw new Error('no canvas');
  /** Share of painted pixels in one column. */
  const filled = (place: number) => {
    const { data } = pen.getImageData(Math.floor(canvas.width * place), 0, 8, canvas.height);
    return data.filter((_value, at) => at % 4 === 3 && (data[at] ?? 0) > 0).length / (data.length / 4);
  };
  expect(filled(0.25), 'quiet half').toBeGreaterThan(0);
  expect(filled(0.75), 'loud half').toBeGreaterThan(filled(0.25) * 2);

  const regions = [...root.querySelectorAll<HTMLElement>('[part~=region], [part~=marker]')];
  /** The region at this second of the hour. */
  const over = (second: number) =>
    regions.find(({ style }) => {
      const [left, right] = [Number.parseFloat(style.left), 100 - Number.parseFloat(style.right)];
      return left * 36 <= second + 0.1 && right * 36 >= second - 0.1;
    });
  for (const second of [0, 720, 2_000, 3_599, 1_234]) expect(over(second), `${second}`).toBeDefined();
  expect(root.querySelectorAll('[part~=marker]')).toHaveLength(1);
  const colour = (second: number) => over(second)?.style.backgroundColor;
  expect(colour(2_000), 'the second voice').not.toBe(colour(720));
  expect(root.querySelector('style'), 'the page’s policy refuses style elements').toBeNull();
  await expect.element(screen.getByRole('slider')).toBeVisible();
});
