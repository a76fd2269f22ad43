// A long take in the shipped app: chosen on the share form, opened in the editor, dragged, zoomed, exported.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD } from '../../dsp/pkg/build.js';
import { startServer } from '../api/processes.mjs';
import { openPhone } from './browser.mjs';

const SERVER = mkdtempSync(join(tmpdir(), 'aural-ui-'));
let server;

export async function openApp() {
  server ??= await startServer(SERVER);
}

export async function closeApp() {
  await server?.stop();
  rmSync(SERVER, { recursive: true, force: true });
}

/** What the device was found to be, so that the bench says how many workers share: fast or slow. */
const KNOWN = (workers) => JSON.stringify({ build: BUILD, speed: workers > 1 ? 1_000 : 20 });

const mark = (page, name) =>
  page.waitForFunction((wanted) => performance.getEntriesByName(wanted)[0]?.startTime, name, { polling: 50 });

/** Opens `path` in the editor of a browser slowed by `factor`; all in seconds, bytes and milliseconds. */
export async function measureEditor(path, { factor, workers, onlyExport = false }) {
  const phone = await openPhone(factor);
  const { page } = phone;
  try {
    await page.addInitScript((known) => localStorage.setItem('aural.device', known), KNOWN(workers));
    await page.goto(`${server.url}/upload`);
    await page.locator('input[type=file]').first().setInputFiles(path);
    const trim = page
      .getByRole('button', { name: 'Trim first' })
      .or(page.getByRole('link', { name: 'Trim first' }));
    await trim.waitFor();
    await page.evaluate(() => {
      addEventListener('click', () => performance.mark('bench:open'), { capture: true, once: true });
    });
    const opening = phone.longestTask(async () => {
      await trim.click();
      const open = await (await mark(page, 'bench:open')).jsonValue();
      const first = await (await mark(page, 'aural:first-peaks')).jsonValue();
      await page.getByRole('button', { name: 'Next Step' }).waitFor();
      const editable = await page.evaluate(() => performance.now());
      const all = await (await mark(page, 'aural:all-peaks')).jsonValue();
      return {
        firstPeaks: (first - open) / 1000,
        editable: (editable - open) / 1000,
        whole: (all - open) / 1000,
      };
    });
    const { result: opened, milliseconds: openingTask } = await opening;
    const moving = onlyExport ? { milliseconds: 0 } : await phone.longestTask(() => dragAndZoom(page));
    const exporting = await phone.longestTask(async () => {
      const begun = performance.now();
      await page.getByRole('button', { name: 'Next Step' }).click();
      await page.waitForURL('**/upload');
      return (performance.now() - begun) / 1000;
    });
    return {
      ...opened,
      openingTask,
      movingTask: moving.milliseconds,
      exportSeconds: exporting.result,
      exportingTask: exporting.milliseconds,
      heapBytes: phone.heapPeakBytes(),
      slower: await phone.close(),
    };
  } catch (error) {
    await phone.close();
    throw error;
  }
}

/** Pans, zooms by the keys and drags over the wave, as fingers do. */
async function dragAndZoom(page) {
  const wave = page.locator('canvas').first();
  const box = await wave.boundingBox();
  if (!box) throw new Error('no waveform');
  const y = box.y + Math.min(box.height, 160) / 2;
  for (let turn = 0; turn < 4; turn++) {
    await page.keyboard.press('+');
    await page.mouse.move(300, y);
    await page.mouse.down();
    await page.mouse.move(60, y, { steps: 20 });
    await page.mouse.up();
    await page.mouse.wheel(200, 0);
  }
  for (let turn = 0; turn < 4; turn++) await page.keyboard.press('-');
  await page.waitForTimeout(500);
}
