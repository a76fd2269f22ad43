// Twenty minutes of recording on an accelerated clock: 12,000 chunks, each written once, nothing kept on the heap,
// and the editor opens the take at once, also after a reload (R5).
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ask } from '../support/audio/ffmpeg.ts';
import { installDouble } from '../support/audio/recorderDouble.ts';
import { browserStage } from '../support/browser/browserStage.ts';
import { promise } from '../support/rules/promise.ts';

const CHUNKS = 12_000;
const CHUNK_MS = 100;
const MB = 2 ** 20;

const stage = browserStage();

/** Bytes of the script heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Counts what is written, and lets the test push the clock. */
function watchWrites(page: Page) {
  return page.addInitScript(() => {
    const now = performance.now.bind(performance);
    const watched = { bytes: 0, chunks: 0, ahead: 0 };
    performance.now = () => now() + watched.ahead;
    Object.assign(window, { watched });
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, ...key) {
      const bytes = value?.bytes instanceof ArrayBuffer ? value.bytes.byteLength : 0;
      watched.bytes += bytes + JSON.stringify(value).length;
      if (this.name === 'chunks') this.transaction.addEventListener('complete', () => watched.chunks++);
      return put.call(this, value, ...key);
    };
  });
}

type Watched = { watched: { bytes: number; chunks: number; ahead: number } };

promise('R5', 'writes twenty minutes once and opens them at once (row 28)', async (trials) => {
  const audio = ask('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=frequency=220:duration=1200'],
    ...['-c:a', 'libopus', '-b:a', '128k', '-vbr', 'off', '-f', 'webm', '-'],
  ]);
  await trials.run('12,000 chunks', async () => {
    const context = await stage.browser.newContext({
      baseURL: stage.server.url,
      permissions: ['microphone'],
    });
    await context.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
    await context.route('**/twenty-minutes', (route) => route.fulfill({ body: audio }));
    const page = await context.newPage();
    await watchWrites(page);
    await installDouble(page);
    await page.goto('/record/recorder');
    await page.getByRole('heading', { name: 'Aufnahme läuft' }).waitFor();
    const before = await heapOf(page);
    await page.evaluate(
      async ([chunks, ms]) => {
        const { double, watched } = window as unknown as Watched & { double: { give(data: Blob): void } };
        const take = await (await fetch('/twenty-minutes')).blob();
        const at = (index: number) => Math.floor((index * take.size) / chunks);
        for (let index = 0; index < chunks; index++) {
          watched.ahead += ms;
          double.give(take.slice(at(index), at(index + 1)));
          // As on a device whose disk keeps up.
          while (watched.chunks < index - 50) await new Promise((resolve) => setTimeout(resolve));
        }
      },
      [CHUNKS, CHUNK_MS] as const,
    );
    await page.waitForFunction((chunks) => (window as unknown as Watched).watched.chunks >= chunks, CHUNKS, {
      timeout: 120_000,
    });
    const written = await page.evaluate(() => (window as unknown as Watched).watched.bytes);
    expect(written).toBeLessThanOrEqual(1.3 * audio.length);
    const grown = (await heapOf(page)) - before;
    trials.measured(grown / MB, 'MB of heap');
    expect(grown).toBeLessThan(50 * MB);
    await page.getByText('Über 20 Minuten').waitFor();

    const stoppedAt = Date.now();
    await page.getByRole('button', { name: 'Aufnahme beenden' }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL('**/audio-editor');
    expect(Date.now() - stoppedAt).toBeLessThan(3000);
    for (const visit of ['at once', 'after a reload']) {
      if (visit !== 'at once') await page.reload();
      await page.getByText('Audio duration: 1200 seconds').waitFor({ timeout: 120_000 });
      expect(await heapOf(page), visit).toBeLessThan(300 * MB);
    }
    await context.close();
  });
});
