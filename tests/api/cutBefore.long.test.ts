// A phone may cut a recording by an edit list, which only hides audio. The published file must not contain the hidden
// part.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { Random } from '../../api/demo/synth/random.ts';
import { ask } from '../support/audio/ffmpeg.ts';
import { type Edit, MOVIE_SCALE, withEdits } from '../support/audio/mp4Edits.ts';
import { writeWav } from '../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { upload } from '../support/server/wire.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const RATE = 44_100;
const SECONDS = 12;
/** First sample of audio after ffmpeg's encoder delay. */
const PRIMING = 1024;
/** Each second of the recording has its own tone, in Hz. */
const toneOf = (second: number) => 400 + 350 * second;
/** Level of a tone that is present, and the most that a hard join and a codec spread to other tones, in dBFS. */
const HEARD_DB = -16;
const SILENT_DB = -36;

const folder = temporaryFolder('cut');
let app: TestApp;
let browser: Browser;
let page: Page;
let whole: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  page = await browser.newPage();
  const tones = Float32Array.from(
    { length: SECONDS * RATE },
    (_, n) => 0.4 * Math.sin((2 * Math.PI * toneOf(Math.floor(n / RATE)) * n) / RATE),
  );
  const [wav, path] = [Buffer.from(writeWav({ sampleRate: RATE, channels: [tones] })), join(folder, 'a.m4a')];
  ask('ffmpeg', ['-v', 'error', '-y', '-i', '-', '-c:a', 'aac', '-b:a', '96k', '-f', 'mp4', path], wav);
  whole = readFileSync(path);
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

/** Publishes from a new account each time, because accounts have an upload limit. */
async function published(bytes: Buffer): Promise<{ person: Client; url: string; file: Buffer }> {
  const person = visitor(app.url);
  const fields = { capToken: await capToken(person, bytes), title: 'A test' };
  const { status, json } = await upload(app.url, fields, { bytes, name: 'a.m4a', type: 'audio/mp4' });
  expect(status, JSON.stringify(json)).toBe(200);
  const { url } = json.data as UploadData;
  const reply = await fetch(`${app.url}${url}`, { headers: { cookie: person.cookie } });
  return { person, url, file: Buffer.from(await reply.arrayBuffer()) };
}

/** Every sample that a decoder finds if it ignores edit lists and delays. */
function everything(file: Buffer): Float32Array {
  const careless = ['-v', 'error', '-nostdin', '-flags2', '+skip_manual', '-i', '-'];
  const pcm = ask('ffmpeg', [...careless, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'], file);
  return new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
}

const WINDOW = RATE / 10;
/** For each tone, a tenth of a second of it under a Hann window. */
const TONES = Array.from({ length: SECONDS }, (_, second) => {
  const wave = (of: (angle: number) => number) =>
    Float64Array.from({ length: WINDOW }, (_, n) => {
      const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW);
      return hann * of((2 * Math.PI * toneOf(second) * n) / RATE);
    });
  return { cosine: wave(Math.cos), sine: wave(Math.sin) };
});

/** Level of a tone in its loudest tenth of a second, in dBFS. */
function loudestDb(samples: Float32Array, { cosine, sine }: (typeof TONES)[number]): number {
  let loudest = 1e-9;
  for (let from = 0; from + WINDOW <= samples.length; from += WINDOW / 2) {
    let [real, imaginary] = [0, 0];
    for (let n = 0; n < WINDOW; n++) {
      const value = samples[from + n] as number;
      real += value * (cosine[n] as number);
      imaginary += value * (sine[n] as number);
    }
    loudest = Math.max(loudest, (4 * Math.hypot(real, imaginary)) / WINDOW);
  }
  return 20 * Math.log10(loudest);
}

const keep = (from: number, seconds: number): Edit => [seconds * MOVIE_SCALE, PRIMING + from * RATE];
const silence = (seconds: number): Edit => [seconds * MOVIE_SCALE, null];

/** Edit lists of every shape, and 20 random ones. */
function lists(): Edit[][] {
  const random = new Random(34);
  const below = (limit: number) => Math.min(limit - 1, Math.floor(((random.bipolar() + 1) / 2) * limit));
  const any = Array.from({ length: 20 }, () =>
    Array.from({ length: 1 + below(4) }, () => {
      const from = below(SECONDS - 1);
      return below(5) === 0 ? silence(1) : keep(from, 1 + below(Math.min(4, SECONDS - from)));
    }),
  );
  return [
    [keep(5, 7)],
    [keep(0, 6)],
    [keep(3, 6)],
    [keep(0, 3), keep(7, 3)],
    [keep(8, 3), keep(1, 3)],
    [keep(2, 3), keep(2, 3)],
    [silence(2), keep(6, 4)],
    ...any.filter((list) => list.some(([, start]) => start !== null)),
  ];
}

test('publishes nothing that an edit list hides, for any list', async () => {
  const found: string[] = [];
  for (const list of lists()) {
    const { file } = await published(withEdits(whole, list));
    const samples = everything(file);
    const kept = new Set(
      list.flatMap(([duration, start]) =>
        start === null
          ? []
          : Array.from({ length: duration / MOVIE_SCALE }, (_, n) => (start - PRIMING) / RATE + n),
      ),
    );
    const seconds = list.reduce((sum, [duration]) => sum + duration / MOVIE_SCALE, 0);
    const extra = samples.length / RATE - seconds;
    if (extra < 0 || extra > 0.1) found.push(`${JSON.stringify(list)}: ${extra} s more`);
    for (const [second, tone] of TONES.entries()) {
      const level = loudestDb(samples, tone);
      if (kept.has(second) ? level < HEARD_DB : level > SILENT_DB)
        found.push(`${JSON.stringify(list)}: second ${second} at ${level.toFixed(1)} dB`);
    }
  }
  expect(found).toEqual([]);
});

test('Chromium plays a cut recording with its length', async () => {
  for (const [list, seconds] of [
    [[keep(5, 7)], 7],
    [[keep(0, 3), keep(7, 3)], 6],
  ] as const) {
    const { person, url } = await published(withEdits(whole, list));
    const [name = '', value = ''] = person.cookie.split('=');
    await page.context().addCookies([{ name, value, url: app.url }]);
    await page.goto(`${app.url}/api/health`);
    const facts = await page.evaluate(
      (source) =>
        new Promise<{ duration: number; end: number } | string>((resolve) => {
          const audio = new Audio(source);
          audio.onerror = () => resolve(audio.error?.message ?? 'an error');
          audio.onended = () => resolve({ duration: audio.duration, end: audio.currentTime });
          audio.onloadedmetadata = () => {
            audio.currentTime = audio.duration - 0.5;
            void audio.play();
          };
        }),
      url,
    );
    expect(facts).toEqual({ duration: expect.closeTo(seconds, 1), end: expect.closeTo(seconds, 1) });
  }
});

test('copies an uncut recording packet by packet', async () => {
  const { file } = await published(whole);
  expect(file.toString('latin1', 4, 8)).toBe('ftyp');
  expect(everything(file).length).toBeGreaterThanOrEqual(SECONDS * RATE);
});
