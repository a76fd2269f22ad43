// The main job with real sound: record → waveform → two regions → export → publish → a moderator approves
// → a visitor listens with a live visualizer. Phone size, three users, one server.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, expect, type Page, test } from 'playwright/test';
import { canvasPicture } from '../support/audio/canvasPicture.ts';
import { readWav, writeWav } from '../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import { voice } from '../support/server/voice.ts';
import {
  ADMIN,
  approve,
  confirmAge,
  inkOf,
  ownStage,
  phone,
  recordedFor,
  setEdge,
  storedBytes,
} from './journey.ts';

const DSP = fileURLToPath(new URL('../../dsp/cli/dsp.mjs', import.meta.url));
const RATE = 48_000;
/** Joins are 5 ms long (engine design, operation `cut`). */
const JOIN_SECONDS = 0.005;

const stage = ownStage();

/** A browser whose microphone hears a synthetic voice. */
function speakingBrowser() {
  const speech = join(stage.scratch, 'speech.wav');
  writeFileSync(speech, writeWav({ sampleRate: RATE, channels: [voice(40, RATE)] }));
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, `--use-file-for-fake-audio-capture=${speech}`],
  });
}

test('a recording is trimmed, published, approved and heard', async () => {
  const browser = await speakingBrowser();
  const { context, page, errors } = await phone(browser, stage.server);

  await test.step('record 12 s with a pause of 2 s', async () => {
    await page.goto('/record');
    await expect(page.getByRole('heading', { name: 'Ready?' })).toBeVisible();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await confirmAge(page);
    await expect(page.getByRole('heading', { name: 'Have fun!' })).toBeVisible();
    const timer = page.getByRole('timer');
    await recordedFor(page, 6);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
    const paused = await timer.textContent();
    await page.waitForTimeout(2000);
    expect(await timer.textContent(), 'the timer ignores pauses').toBe(paused);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await recordedFor(page, 12);
    await page.getByRole('button', { name: 'Stop recording' }).click();
  });

  await test.step('the editor shows length and waveform', async () => {
    await page.waitForURL('**/audio-editor');
    await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
    // A busy machine presses stop late.
    await expect(page.getByText(/^Audio duration: 1[1-9] seconds$/)).toBeVisible();
    await expect.poll(() => inkOf(page, 'main')).toBeGreaterThan(0.01);
  });

  await test.step('two regions are kept and exported', async () => {
    const areas = page.getByRole('region', { name: 'Areas' }).getByRole('listitem');
    if (!(await page.getByLabel('Start', { exact: true }).isVisible())) {
      await areas.first().getByRole('button').first().click();
    }
    await setEdge(page, 'End', 3.5);
    await setEdge(page, 'Start', 1);
    await page.getByRole('button', { name: 'Set new Area' }).click();
    await expect(areas).toHaveCount(2);
    await setEdge(page, 'End', 9);
    await setEdge(page, 'Start', 5.25);
    await page.getByRole('button', { name: 'Next Step' }).click();
    await page.waitForURL('**/upload');
    await expect(page.getByRole('heading', { name: 'Share your recording' })).toBeVisible();
  });

  await test.step('the exported samples are those of the take outside the joins', async () => {
    const take = join(stage.scratch, 'take.webm');
    const whole = join(stage.scratch, 'whole.wav');
    writeFileSync(take, await storedBytes(page, 'recordingData'));
    execFileSync(process.execPath, [DSP, 'cut', take, whole, '--region', '0-9999']);
    const source = readWav(readFileSync(whole));
    const exported = readWav(await storedBytes(page, 'uploadFile'));
    expect(exported.sampleRate).toBe(source.sampleRate);
    const at = (time: number) => Math.round(time * source.sampleRate);
    const first = at(3.5) - at(1);
    const mine = exported.channels[0]!;
    const truth = source.channels[0]!;
    expect(mine.length).toBe(first + at(9) - at(5.25));
    const join_ = Math.ceil(JOIN_SECONDS * source.sampleRate);
    let compared = 0;
    for (let i = 0; i < mine.length; i++) {
      if (Math.abs(i - first) <= join_) continue;
      const from = i < first ? at(1) + i : at(5.25) + i - first;
      if (mine[i] !== truth[from]) throw new Error(`sample ${i} is ${mine[i]}, the take has ${truth[from]}`);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(6 * source.sampleRate);
    expect(
      mine.some((sample) => Math.abs(sample) > 0.01),
      'the voice is in it',
    ).toBe(true);
  });

  const title = 'Whispered at night';
  await test.step('publish with proof of work', async () => {
    await page.getByLabel('Title').fill(title);
    const button = page.getByRole('button', { name: 'Publish' });
    await expect(button).toBeEnabled();
    await button.click();
    await page.waitForURL('**/security-check');
    await expect(page.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
    await expect(
      page.getByText('Deine Aufnahme wird jetzt geprüft. Das dauert nur einen Moment.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Got it' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });
  expect(errors).toEqual([]);
  await context.close();

  await test.step('a moderator approves', () => approve(browser, stage.server, title));

  await test.step('a stranger finds it in the feed and plays it', async () => {
    const listener = await phone(browser, stage.server);
    await listener.page.goto('/');
    await listener.page
      .getByRole('button', { name: `Play ${title}` })
      .first()
      .click();
    await confirmAge(listener.page);
    await expect(listener.page.getByText(/0:0[1-5] \/ 0:06/)).toBeVisible();
    await listener.page.getByRole('link', { name: title }).first().click();
    await listener.page.waitForURL('**/player/**');
    await expectMovingPicture(listener.page, title);
    expect(listener.errors).toEqual([]);
    await listener.context.close();
  });
  await browser.close();
});

/** Whole seconds played, from the seek control. */
const playedSeconds = async (page: Page) =>
  Number((await page.getByRole('slider').first().getAttribute('aria-valuenow')) ?? 0);

/** The visualizer's canvas changes while `title` plays; plays it again if it has ended. */
async function expectMovingPicture(page: Page, title: string): Promise<void> {
  const canvas = page.locator('canvas[data-visualizer]');
  const play = page.getByRole('button', { name: `Play ${title}` }).first();
  const seen = new Set<string>();
  const pictures = async () => {
    if (await play.isVisible()) await play.click();
    if ((await playedSeconds(page)) === 0) return 0;
    seen.add(await canvas.evaluate(canvasPicture));
    return seen.size;
  };
  await expect.poll(pictures).toBeGreaterThan(2);
}

test('the visualizer shows what is heard: 1 kHz peaks at 1 kHz', async () => {
  const tone = Float32Array.from(
    { length: 12 * RATE },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 1000 * i) / RATE),
  );
  const reply = await publish(visitor(stage.server.url), writeWav({ sampleRate: RATE, channels: [tone] }), {
    title: 'One kilohertz',
    filename: 'tone.wav',
    type: 'audio/wav',
  });
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  const track = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: reply.data.uploadId });

  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { page, errors } = await phone(browser, stage.server);
  await page.goto(`/player/${track.id}`);
  await page.getByRole('button', { name: 'Play One kilohertz' }).click();
  await confirmAge(page);
  const canvas = page.locator('canvas[data-visualizer]');
  await expect.poll(() => playedSeconds(page)).toBeGreaterThan(0);
  // 1,024 points at the context's rate: a bin is at most 47 Hz wide.
  const distance = async () => Math.abs(Number((await canvas.getAttribute('data-peak-hz')) ?? 0) - 1000);
  await expect.poll(distance).toBeLessThan(50);
  await expectMovingPicture(page, 'One kilohertz');
  expect(errors).toEqual([]);
  await browser.close();
});
