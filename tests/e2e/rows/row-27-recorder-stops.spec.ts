// When the recorder stops by itself, the page stops its clock, keeps the audio and says so.
import { expect, type Page, test } from 'playwright/test';
import { confirmAge, ownStage, phone, recordedFor } from '../journey.ts';
import { pictures } from '../screens.ts';

const stage = ownStage();

/** Faults of the page's recorder and microphone, as a browser or the system causes them. */
interface Heard {
  recorder: MediaRecorder;
}

const keepRecorder = (page: Page) =>
  page.addInitScript(() => {
    const Real = window.MediaRecorder;
    window.MediaRecorder = class extends Real {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        Object.assign(window, { recorder: this });
      }
    };
  });

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'the recorder stops': (page) => page.evaluate(() => (window as unknown as Heard).recorder.stop()),
  'the recorder stands still without a word': (page) =>
    page.evaluate(() => (window as unknown as Heard).recorder.pause()),
  'the microphone is gone without a word': (page) =>
    page.evaluate(() => {
      for (const track of (window as unknown as Heard).recorder.stream.getTracks()) track.stop();
    }),
};

for (const [name, happen] of Object.entries(WAYS)) {
  test(`saves the take and says why it ended when ${name}`, async ({ browser }) => {
    const { page, errors } = await phone(browser, stage.server);
    await keepRecorder(page);
    await page.goto('/record');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await confirmAge(page);
    await recordedFor(page, 3);
    await happen(page);
    await expect(
      page.getByText(
        /^(The recording stopped unexpectedly|The microphone is disconnected)\. Everything up to here is saved\.$/,
      ),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Have fun!' })).toHaveCount(0);
    await pictures(page, name);
    const shown = await page.getByRole('timer').textContent();
    await page.waitForTimeout(2000);
    expect(await page.getByRole('timer').textContent()).toBe(shown);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
    await expect(page.getByText(/^Audio duration: [345] seconds$/)).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('recording continues with a new microphone after the recorder stopped', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await keepRecorder(page);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await recordedFor(page, 3);
  await page.evaluate(() => (window as unknown as Heard).recorder.stop());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await recordedFor(page, 6);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await expect(page.getByText(/^Audio duration: ([6-9]|1\d) seconds$/)).toBeVisible();
});
