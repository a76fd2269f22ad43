// A voice disguised by a persona: no undisguised audio leaves this device, and after publishing none remains
// on the server or here. The test reads the network traffic.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { chaosProxy } from '../../support/network/chaosProxy.ts';
import { voice } from '../../support/server/voice.ts';
import { ownStage, phone, record, storedBytes } from '../journey.ts';

const RATE = 48_000;
/** This many equal bytes are no coincidence: 24 samples, or part of an Opus packet. */
const RUN = 48;
/** Runs with fewer distinct bytes may be a coincidence: headers, silence, and samples that differ by one. */
const DIFFERENT = 30;

const stage = ownStage();

/** Runs that are no coincidence, by their first four bytes. */
type Runs = ReadonlyMap<number, ReadonlySet<string>>;

const sizeOf = (runs: Runs) => [...runs.values()].reduce((sum, { size }) => sum + size, 0);

function runsOf(bytes: Buffer): Runs {
  const runs = new Map<number, Set<string>>();
  for (let at = 0; at + RUN <= bytes.length; at++) {
    const run = bytes.subarray(at, at + RUN);
    if (new Set(run).size < DIFFERENT) continue;
    const begun = runs.get(run.readUInt32LE(0)) ?? new Set<string>();
    runs.set(run.readUInt32LE(0), begun.add(run.toString('latin1')));
  }
  return runs;
}

/** Number of positions of `found` that are in `runs`; audio can start at any offset. */
function placesIn(runs: Runs, found: Buffer): number {
  let places = 0;
  for (let at = 0; at + RUN <= found.length; at++)
    if (runs.get(found.readUInt32LE(at))?.has(found.toString('latin1', at, at + RUN))) places++;
  return places;
}

const filesBelow = (directory: string): Buffer =>
  Buffer.concat(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );

/** All audio that the origin stores: database records and private files. */
const bytesOnDevice = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = () => reject(opened.error);
    });
    const count = (store: string) =>
      new Promise<number>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const records = (await Promise.all(['takes', 'chunks', 'files', 'writes'].map(count))).reduce(
      (a, b) => a + b,
    );
    database.close();
    let files = 0;
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry.kind === 'directory') await walk(entry as FileSystemDirectoryHandle);
        else files += (await (entry as FileSystemFileHandle).getFile()).size > 0 ? 1 : 0;
      }
    };
    await walk(await navigator.storage.getDirectory());
    return records + files;
  });

/** Publishes from the editor, with or without the persona. */
async function publishFromEditor(page: Page, persona: boolean): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  if (persona) {
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('button', { name: /^Verfremdung/ }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
  }
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/security-check', { timeout: 60_000 });
}

async function pick(page: Page, path: string): Promise<void> {
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
}

test('sends no undisguised audio of a disguised voice and stores none after Publish', async () => {
  test.setTimeout(300_000);
  const path = join(stage.scratch, 'speech.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [voice(12, RATE)] }));
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, `--use-file-for-fake-audio-capture=${path}`],
  });
  const wire = await chaosProxy(stage.server.url, { keepsSent: true });
  const someone = () => phone(browser, { ...stage.server, url: wire.url });
  try {
    await test.step('a picked file', async () => {
      const { context, page, errors } = await someone();
      await pick(page, path);
      const runs = runsOf(readFileSync(path));
      expect(sizeOf(runs)).toBeGreaterThan(200_000);
      await publishFromEditor(page, true);
      const sent = wire.takeSent();
      expect(sent.length, 'the whole file went').toBeGreaterThan(11 * RATE * 2);
      expect(placesIn(runs, sent), 'places of the original on the wire').toBe(0);
      expect(placesIn(runs, filesBelow(stage.server.data)), 'at the server').toBe(0);
      await expect.poll(() => bytesOnDevice(page), 'stored on this device').toBe(0);
      expect(errors).toEqual([]);
      await context.close();
    });

    await test.step('a recorded take', async () => {
      const { context, page, errors } = await someone();
      await record(page, 6);
      const take = await storedBytes(page, 'recordingData');
      const runs = runsOf(take);
      expect(sizeOf(runs)).toBeGreaterThan(take.length / 2);
      await publishFromEditor(page, true);
      const sent = wire.takeSent();
      expect(sent.length, 'the whole file went').toBeGreaterThan(5 * RATE * 2);
      expect(placesIn(runs, sent), 'places of the original on the wire').toBe(0);
      expect(placesIn(runs, filesBelow(stage.server.data)), 'at the server').toBe(0);
      await expect.poll(() => bytesOnDevice(page), 'stored on this device').toBe(0);
      expect(errors).toEqual([]);
      await context.close();
    });

    await test.step('the same search finds the audio without the persona', async () => {
      const { context, page } = await someone();
      await pick(page, path);
      await publishFromEditor(page, false);
      const runs = runsOf(readFileSync(path));
      expect(placesIn(runs, wire.takeSent())).toBeGreaterThan(sizeOf(runs) / 2);
      expect(placesIn(runs, filesBelow(stage.server.data))).toBeGreaterThan(sizeOf(runs) / 2);
      await context.close();
    });
  } finally {
    await wire.close();
    await browser.close();
  }
});
