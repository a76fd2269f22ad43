// The circle shows the sound: on a phone from the stored envelope without an audio graph, on a desktop from the playing
// audio. It stops in silence and does not move under reduced motion.
import { type Browser, chromium, expect, type Page, test } from 'playwright/test';
import { canvasPicture } from '../../support/audio/canvasPicture.ts';
import { sine } from '../../support/audio/signals.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { ADMIN, ownStage } from '../journey.ts';

const RATE = 48_000;
const stage = ownStage();
let browser: Browser;
let track: string;
let wav: Buffer;

test.beforeAll(async () => {
  const { url } = stage.server;
  wav = writeWav({ sampleRate: RATE, channels: [sine(1000, 40 * RATE, RATE)] });
  const reply = await publish(visitor(url), wav, { title: 'Tone', filename: 'tone.wav', type: 'audio/wav' });
  const admin = await signIn(url, ADMIN.username, ADMIN.password);
  const { uploadId } = reply.data;
  track = (await callAction<{ id: string }>(admin, 'approveUpload', { uploadId, version: 1 })).id;
  browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
});
test.afterAll(() => browser?.close());

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 }, hasTouch: false };

interface Opened {
  page: Page;
  errors: string[];
  /** Audio graphs created since the page was opened. */
  graphs(): Promise<number>;
  /** Animation frames requested since the last call. */
  frames(): Promise<number>;
}

async function open(
  device: typeof PHONE,
  path: string,
  reducedMotion: 'reduce' | null = null,
): Promise<Opened> {
  const context = await browser.newContext({
    ...device,
    reducedMotion,
    baseURL: stage.server.url,
    permissions: ['microphone'],
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => {
    localStorage.setItem('aural.adultConfirmed', 'true');
    const counts = { graphs: 0, frames: 0 };
    Object.assign(window, { counts });
    const Graph = window.AudioContext;
    window.AudioContext = class extends Graph {
      constructor(options?: AudioContextOptions) {
        super(options);
        counts.graphs++;
      }
    };
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => {
      counts.frames++;
      return ask(callback);
    };
  });
  await page.goto(path);
  const counted = (what: 'graphs' | 'frames') =>
    page.evaluate((name) => {
      const { counts } = window as unknown as { counts: Record<string, number> };
      const value = counts[name] ?? 0;
      if (name === 'frames') counts[name] = 0;
      return value;
    }, what);
  return { page, errors, graphs: () => counted('graphs'), frames: () => counted('frames') };
}

const canvasOf = (page: Page) => page.locator('canvas[data-visualizer]');
const picture = (page: Page) => canvasOf(page).evaluate(canvasPicture);
const distance = async (page: Page) =>
  Math.abs(Number((await canvasOf(page).getAttribute('data-peak-hz')) ?? 0) - 1000);

for (const [name, device, source] of [
  ['a phone by the envelope, without an audio graph', PHONE, 'envelope'],
  ['a desktop by listening', DESKTOP, 'live'],
] as const) {
  test(`a 1 kHz tone peaks at 1 kHz and moves the picture, and pausing stops the loop: ${name} (row 14)`, async () => {
    const { page, errors, graphs, frames } = await open(device, `/player/${track}`);
    await page.getByRole('button', { name: 'Play Tone' }).click();
    await expect(canvasOf(page)).toHaveAttribute('data-source', source);
    // A bin is 47 Hz wide; the middle of the envelope's band is 26 Hz away.
    await expect.poll(() => distance(page)).toBeLessThan(48);
    const one = await picture(page);
    await expect.poll(() => picture(page)).not.toBe(one);
    expect(await graphs()).toBe(source === 'envelope' ? 0 : 1);
    await page.getByRole('button', { name: 'Pause Tone' }).click();
    await expect(canvasOf(page)).toHaveAttribute('data-running', 'false');
    const resting = await picture(page);
    await frames();
    await page.waitForTimeout(500);
    expect(await frames()).toBe(0);
    expect(await picture(page)).toBe(resting);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test(`nothing moves with reduced motion: ${name} (row 14)`, async () => {
    const { page, graphs, frames } = await open(device, `/player/${track}`, 'reduce');
    await page.getByRole('button', { name: 'Play Tone' }).click();
    const played = () => page.getByRole('slider').first().getAttribute('aria-valuenow').then(Number);
    await expect.poll(played).toBeGreaterThan(1);
    await expect(canvasOf(page)).toHaveAttribute('data-running', 'false');
    // Only the ring changes, once a second, to show the position.
    await frames();
    await page.waitForTimeout(2000);
    expect(await frames()).toBeLessThan(20);
    expect(await graphs()).toBe(0);
    await page.context().close();
  });
}

test('pieces of the envelope that were loaded once work offline (row 14)', async () => {
  const { page } = await open(PHONE, `/player/${track}`);
  await page.getByRole('button', { name: 'Play Tone' }).click();
  await expect(canvasOf(page)).toHaveAttribute('data-source', 'envelope');
  await page.getByRole('button', { name: 'Pause Tone' }).click();
  const { envelope } = await page.evaluate(async (id) => {
    const reply = await fetch('/upload.php?action=getTracks');
    const { data } = (await reply.json()) as { data: { id: string; envelope: string }[] };
    return data.find((each) => each.id === id) ?? { envelope: '' };
  }, track);
  await page.context().setOffline(true);
  const bytes = await page.evaluate(async (address) => {
    const reply = await fetch(`${address}/0`, { cache: 'force-cache' });
    return (await reply.arrayBuffer()).byteLength;
  }, envelope);
  expect(bytes).toBe(7200);
  await page.context().close();
});

for (const [name, device] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const) {
  test(`/unicorn shows microphone and file, as a beam and advanced, on ${name} (rows 14 and 60)`, async () => {
    const { page, errors } = await open(device, '/unicorn');
    const volume = async () => Number(await page.locator('[data-volume]').getAttribute('data-volume'));
    const canvas = page.locator('canvas[data-unicorn]');
    const drawn = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
    await expect(page.getByRole('status')).toHaveText('Bereit');
    await page.locator('main').getByRole('button', { name: 'Record' }).click();
    await expect(page.getByRole('status')).toHaveText('Aufnahme läuft');
    await expect.poll(volume).toBeGreaterThan(10);
    await expect(page.getByText('Yes', { exact: true })).toBeVisible();
    const beam = await drawn();
    await page.getByRole('radio', { name: 'Advanced' }).click();
    await expect(canvas).toHaveAttribute('data-unicorn', 'advanced');
    await expect.poll(drawn).not.toBe(beam);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('status')).toHaveText('Bereit');
    await expect(page.getByText('Your recording')).toBeVisible();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: wav });
    await expect(page.getByRole('status')).toHaveText('Wiedergabe läuft');
    await expect.poll(volume).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('status')).toHaveText('Bereit');
    await expect.poll(volume).toBe(0);
    await expect(canvas).toHaveAttribute('data-running', 'false');
    expect(errors).toEqual([]);
    await page.context().close();
  });
}
