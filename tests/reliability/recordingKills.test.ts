// A take survives any end of browser, tab or page during recording (R1, R2).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { type RecordedTake, takesOf } from '../support/audio/recordedTakes.ts';
import { openKillable } from '../support/browser/killableBrowser.ts';
import { dsp } from '../support/engine/dspCli.ts';
import { promise, type Trials, trialCount } from '../support/rules/promise.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

/** Seconds that may be missing at the end, with chunks of 100 ms. */
const MOST_LOSS = 0.5;

let server: TestServer;
const scratch = temporaryFolder('kills');
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});

/** Notes when the recorder really began. */
async function noteStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Real = window.MediaRecorder;
    window.MediaRecorder = class extends Real {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        this.addEventListener('start', () => Object.assign(window, { startedAt: Date.now() }));
      }
    };
  });
}

/** Opens the recorder for a while; returns when recording began. */
async function recordFor(page: Page, ms: number): Promise<number> {
  await page.goto(`${server.url}/record/recorder`);
  await page.getByRole('heading', { name: 'Aufnahme läuft' }).waitFor();
  const began = await page.waitForFunction(() => (window as { startedAt?: number }).startedAt);
  const startedAt = Number(await began.jsonValue());
  await page.waitForTimeout(Math.max(0, startedAt + ms - Date.now()));
  return startedAt;
}

/** The take decodes without a gap and has the recorded length. */
function expectWhole(take: RecordedTake, seconds: number, trials: Trials): void {
  const file = join(scratch, `${take.id}.webm`);
  writeFileSync(file, take.bytes);
  const { facts, stderr } = dsp('inspect', file);
  rmSync(file);
  if (!facts) throw new Error(stderr);
  // Only the last block may be torn.
  const inside = (facts.damage as { kind: string; atSeconds: number }[]).filter(
    ({ kind, atSeconds }) => kind !== 'missing_header' && atSeconds < Number(facts.seconds),
  );
  expect(inside).toEqual([]);
  const loss = seconds - Number(facts.seconds);
  trials.measured(loss, 's lost');
  expect(loss).toBeLessThanOrEqual(MOST_LOSS);
}

/** Pseudo-random 0 … 1, so that a run can be repeated. */
const random = (seed: number) => ((Math.imul(seed, 2_654_435_761) >>> 0) % 1000) / 1000;

promise(
  'R1',
  'keeps a take after the browser was killed while recording (row 28)',
  async (trials) => {
    const longest = trialCount(6000, 20_000);
    for (let seed = 1; seed <= trialCount(5, 30); seed++) {
      await trials.run(`seed ${seed}`, async () => {
        const profile = mkdtempSync(join(scratch, 'profile-'));
        const first = await openKillable(profile);
        await noteStart(first.page);
        const startedAt = await recordFor(first.page, 2000 + random(seed) * (longest - 2000));
        const seconds = (Date.now() - startedAt) / 1000;
        await first.kill();
        const next = await openKillable(profile);
        try {
          await next.page.goto(`${server.url}/record`);
          await next.page.getByText('A recording was cut off').waitFor();
          const [take] = await takesOf(next.page);
          if (!take) throw new Error('no take');
          expectWhole(take, seconds, trials);
          await next.page.getByRole('button', { name: 'Keep' }).click();
          await next.page.getByRole('button', { name: 'Edit' }).waitFor();
        } finally {
          await next.kill();
          rmSync(profile, { recursive: true, force: true });
        }
      });
    }
  },
  900_000,
);

promise('R1', 'keeps the marks of a take after the browser was killed while recording', async (trials) => {
  for (let seed = 1; seed <= trialCount(2, 10); seed++) {
    await trials.run(`seed ${seed}`, async () => {
      const profile = mkdtempSync(join(scratch, 'profile-'));
      const first = await openKillable(profile);
      await first.page.goto(`${server.url}/record`);
      await first.page.getByRole('button', { name: 'Start recording' }).click();
      await first.page.getByRole('heading', { name: 'Have fun!' }).waitFor();
      await first.page.waitForTimeout(500 + 1000 * random(seed));
      await first.page.keyboard.press('m');
      await first.page.waitForTimeout(500);
      await first.page.getByRole('button', { name: 'Set marker' }).click();
      await first.page.getByText('Marker 2 at').waitFor();
      await first.page.waitForTimeout(MOST_LOSS * 1000);
      await first.kill();
      const next = await openKillable(profile);
      try {
        await next.page.goto(`${server.url}/record`);
        await next.page.getByText('Markers: 2').waitFor();
        await next.page.getByRole('button', { name: 'Keep' }).click();
        await next.page.getByRole('button', { name: 'Edit' }).waitFor();
        const [take] = await takesOf(next.page);
        const [early = -1, late = -1] = take?.marks ?? [];
        expect(take?.marks).toHaveLength(2);
        expect(early).toBeGreaterThan(0);
        expect(late - early).toBeGreaterThan(0.4);
        expect(late).toBeLessThan(take?.seconds ?? 0);
      } finally {
        await next.kill();
        rmSync(profile, { recursive: true, force: true });
      }
    });
  }
});

/** Each way to end a page, and the state it leaves. */
const ENDS: Record<string, (page: Page) => Promise<unknown>> = {
  'the renderer crashes': (page) => page.goto('chrome://crash').catch(() => undefined),
  'the tab is closed': (page) => page.close(),
  'the page is reloaded': (page) => page.reload(),
  'another address is opened': (page) => page.goto('about:blank'),
  // The earlier page may come back as it was, without loading.
  'back is pressed': (page) => page.evaluate(() => history.back()),
};

promise('R2', 'keeps a take after its page crashed, closed, reloaded or navigated away', async (trials) => {
  const profile = mkdtempSync(join(scratch, 'profile-'));
  const browser = await openKillable(profile);
  try {
    for (let round = 0; round < trialCount(1, 5); round++)
      for (const [name, end] of Object.entries(ENDS))
        await trials.run(`${name}, round ${round}`, async () => {
          const before = await openPage(browser.context.newPage());
          const known = new Set((await takesOf(before)).map(({ id }) => id));
          const page = await openPage(browser.context.newPage());
          page.on('dialog', (dialog) => void dialog.accept());
          await noteStart(page);
          const startedAt = await recordFor(page, 2500);
          const seconds = (Date.now() - startedAt) / 1000;
          await end(page);
          await expect
            .poll(async () => {
              await before.goto(`${server.url}/record`);
              await before.getByRole('heading', { name: 'Drafts on this phone' }).waitFor();
              return (await takesOf(before)).filter(({ id }) => !known.has(id)).length;
            })
            .toBeGreaterThan(0);
          const take = (await takesOf(before)).find(({ id }) => !known.has(id));
          if (take) expectWhole(take, seconds, trials);
          await Promise.all([before, page].map((each) => each.close().catch(() => undefined)));
        });
  } finally {
    await browser.kill();
  }
});

async function openPage(opening: Promise<Page>): Promise<Page> {
  const page = await opening;
  await page.goto(`${server.url}/record`);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  return page;
}
