// A long take in the shipped app: chosen on the share form, opened in the editor, dragged, zoomed, exported.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD } from '../../dsp/pkg/build.js';
import { startServer } from '../api/processes.mjs';
import { openPhone } from './browser.mjs';
import { dragAndZoom, keepThirds } from './hands.mjs';

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

/** When it was set, milliseconds; waits for it. */
export async function mark(page, name) {
  const found = (wanted) => performance.getEntriesByName(wanted)[0]?.startTime;
  return (await page.waitForFunction(found, name, { polling: 200 })).jsonValue();
}

/** Bytes of a second of the MP3 it exports: 128 kbit/s. */
const BYTES_PER_SECOND = 16_000;
/** Time to read the share form before the press, milliseconds. */
const READING_MS = 1_000;

/** Opens `path` in the editor of a browser slowed by `factor`; all in seconds, bytes and milliseconds. */
export async function measureEditor(path, { minutes, factor, workers, onlyExport = false }) {
  const phone = await openPhone(factor);
  const { page } = phone;
  try {
    await chooseFile(page, path, workers);
    const opening = await phone.longestTask(() => open(page));
    const moving = onlyExport ? { milliseconds: 0 } : await phone.longestTask(() => dragAndZoom(page));
    const kept = await keepThirds(page, minutes * 60);
    const exporting = await phone.longestTask(() => exportKept(page, kept));
    return {
      ...opening.result,
      openingTask: opening.milliseconds,
      movingTask: moving.milliseconds,
      pace: kept / exporting.result,
      exportingTask: exporting.milliseconds,
      heapBytes: phone.heapPeakBytes(),
      slower: await phone.close(),
    };
  } catch (error) {
    await phone.close();
    throw error;
  }
}

/** On the share form of a device where `workers` share long work. */
export async function chooseFile(page, path, workers) {
  await page.addInitScript((known) => localStorage.setItem('aural.device', known), KNOWN(workers));
  await page.goto(`${server.url}/upload`);
  await page.locator('input[type=file]').first().setInputFiles(path);
}

/** From the press on "Trim first" on. */
export async function open(page) {
  const trim = page.getByRole('button', { name: 'Trim first' });
  await trim.waitFor();
  await page.waitForTimeout(READING_MS);
  await page.evaluate(() => {
    addEventListener('click', () => performance.mark('bench:open'), { capture: true, once: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-testid=waveform] canvas')) return;
      observer.disconnect();
      performance.mark('bench:editable');
    }).observe(document.body, { childList: true, subtree: true });
  });
  await trim.click();
  const begun = await mark(page, 'bench:open');
  const since = async (name) => ((await mark(page, name)) - begun) / 1000;
  return {
    firstPeaks: await since('aural:first-peaks'),
    editable: await since('bench:editable'),
    whole: await since('aural:all-peaks'),
  };
}

/** Seconds from the press on "Next Step" to the share form, whose file has the length of the kept areas. */
export async function exportKept(page, kept) {
  const begun = performance.now();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  const seconds = (performance.now() - begun) / 1000;
  const { size } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('uploadFile')));
  if (Math.abs(size / BYTES_PER_SECOND - kept) > 10) throw new Error(`${size} bytes for ${kept} s`);
  return seconds;
}
