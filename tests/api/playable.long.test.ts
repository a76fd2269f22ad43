// The server refuses files that browsers cannot play, with a reason; Chromium plays all accepted ones.
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { loadCore } from '../../dsp/cli/node.mjs';
import { ask } from '../support/audio/ffmpeg.ts';
import { type PcmKind, pcmWav } from '../support/audio/pcmWav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { planted } from '../support/server/planted.ts';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { inScope } from '../support/server/scope.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { voice } from '../support/server/voice.ts';
import { upload } from '../support/server/wire.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Sends each file from a new account, because accounts have an upload limit. */
async function send(bytes: Buffer) {
  const person: Client = visitor(app.url);
  const fields = { capToken: await capToken(person, bytes), title: 'A test' };
  return { ...(await upload(app.url, fields, { bytes })), cookie: person.cookie };
}

const CD: PcmKind = { code: 1, bits: 16, channels: 1, sampleRate: 44_100 };

/** The header of a Windows Media file. */
const asf = () => Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(2000)]);

/** 128 kbit/s frames that do not declare their bitrate (bitrate index 0). */
async function freeFormat(): Promise<Buffer> {
  const core = await loadCore();
  const encoder = new core.Mp3Encoder(48_000, 1, 128);
  const first = Buffer.from(encoder.encode([voice(6, 48_000)]));
  const { bytes, firstFrame } = encoder.finish();
  const file = Buffer.concat([first, bytes]).subarray(firstFrame.length);
  for (let at = 0; at + 4 < file.length; at += 384) file[at + 2] = (file[at + 2] as number) & 0x0f;
  return file;
}

/** The 16-bit samples of `wave` at 44.1 kHz, one channel, as AIFF. */
function aiffOf(wave: Buffer): Buffer {
  const samples = Buffer.from(wave.subarray(44)).swap16();
  // One channel, the number of frames, 16 bits, and 44,100 as an 80-bit number.
  const common = Buffer.from('434f4d4d000000120001000000000010400eac44000000000000', 'hex');
  common.writeUInt32BE(samples.length / 2, 10);
  const head = Buffer.from('FORM....AIFF', 'latin1');
  const sound = Buffer.from('SSND............', 'latin1').fill(0, 4);
  sound.writeUInt32BE(8 + samples.length, 4);
  head.writeUInt32BE(4 + common.length + sound.length + samples.length, 4);
  return Buffer.concat([head, common, sound, samples]);
}

const REFUSED: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['100 Hz', () => pcmWav({ ...CD, sampleRate: 100 }, 6), /3000 to 640000 samples a second, it has 100$/],
  ['2,999 Hz', () => pcmWav({ ...CD, sampleRate: 2999 }, 6), /it has 2999$/],
  ['640,001 Hz', () => pcmWav({ ...CD, sampleRate: 640_001 }, 5), /it has 640001$/],
  ['9 channels', () => pcmWav({ ...CD, channels: 9, sampleRate: 8000 }, 5), /at most 8 channels, it has 9$/],
  [
    '64 channels',
    () => pcmWav({ ...CD, channels: 64, sampleRate: 8000 }, 5),
    /at most 8 channels, it has 64$/,
  ],
  ['integers of 64 bits', () => pcmWav({ ...CD, bits: 64 }, 5), /browsers cannot play pcm_s64le$/],
  ['floats of 64 bits', () => pcmWav({ ...CD, code: 3, bits: 64 }, 5), /browsers cannot play pcm_f64le$/],
  ['Windows Media', () => asf(), /: Windows Media \(WMA\)$/],
  ['MP3 of free format', freeFormat, /browsers cannot play MP3 of free format$/],
];

test.each(REFUSED)('refuses %s, which no browser plays', async (_name, file, sentence) => {
  const reply = await send(await file());
  expect([reply.status, reply.json.code]).toEqual([415, 'audio_unsupported']);
  expect(reply.json.error).toMatch(sentence);
  expect(await app.temporaryFiles()).toEqual([]);
});

const TAKEN: [string, PcmKind][] = [
  ['3,000 Hz', { ...CD, sampleRate: 3000 }],
  ['8 bits', { ...CD, bits: 8 }],
  ['24 bits in stereo', { ...CD, bits: 24, channels: 2 }],
  ['32 bits', { ...CD, bits: 32 }],
  ['floats', { ...CD, code: 3, bits: 32 }],
  ['A-law', { ...CD, code: 6, bits: 8, sampleRate: 8000 }],
  ['µ-law', { ...CD, code: 7, bits: 8, sampleRate: 8000 }],
  ['640,000 Hz', { ...CD, sampleRate: 640_000 }],
  ['8 channels', { ...CD, channels: 8, sampleRate: 8000 }],
];

const executablePath = chromiumPath();

describe('Chromium plays', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    const context = await browser.newContext();
    page = await context.newPage();
  });
  afterAll(() => browser?.close());

  /** Publishes, plays the last tenth of a second to its end and returns the published file. */
  async function plays(bytes: Buffer): Promise<{ published: Buffer; seconds: number }> {
    const reply = await send(bytes);
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    const [name = '', value = ''] = reply.cookie.split('=');
    await page.context().addCookies([{ name, value, url: app.url }]);
    await page.goto(`${app.url}/api/health`);
    const { url } = reply.json.data as UploadData;
    const { outcome, seconds } = await page.evaluate(
      (url) =>
        new Promise<{ outcome: string; seconds: number }>((resolve) => {
          const audio = new Audio(url);
          const end = (outcome: string) => resolve({ outcome, seconds: audio.duration });
          audio.onerror = () => end(audio.error?.message ?? 'an error');
          audio.onended = () => end('played');
          audio.onloadedmetadata = () => {
            audio.currentTime = Math.max(0, audio.duration - 0.3);
            void audio.play();
          };
        }),
      url,
    );
    expect(outcome).toBe('played');
    const file = await fetch(new URL(url, app.url), { headers: { cookie: reply.cookie } });
    return { published: Buffer.from(await file.arrayBuffer()), seconds };
  }

  test.each(TAKEN)('a WAVE of %s', async (_name, kind) => void (await plays(pcmWav(kind, 5))), 30_000);

  test('a WAVE with a wrong block size in its header, which the server corrects', async () => {
    const wave = pcmWav(CD, 5);
    const wrong = Buffer.from(wave);
    // Twice the block size and therefore twice the byte rate, as Recorder.js writes one channel.
    wrong.writeUInt32LE(44_100 * 4, 28);
    wrong.writeUInt16LE(4, 32);
    const { published, seconds } = await plays(wrong);
    expect(seconds).toBeCloseTo(5, 2);
    expect(published.equals(wave)).toBe(true);
  });

  test('an AIFF, as a WAVE', async () => {
    const wave = pcmWav(CD, 5);
    const { published, seconds } = await plays(aiffOf(wave));
    expect(seconds).toBeCloseTo(5, 2);
    expect(published.equals(wave)).toBe(true);
  });

  test.each(['s16p', 's32p'])(
    'Apple Lossless of %s, as the MP3 that the server publishes',
    async (depth) => {
      const args = ['-v', 'error', '-i', '-', '-c:a', 'alac', '-sample_fmt', depth];
      const fragments = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', '-'];
      await plays(ask('ffmpeg', [...args, ...fragments], pcmWav(CD, 6)));
    },
    30_000,
  );

  test('every other accepted format, as published', async () => {
    const files = planted();
    // The full run uses every planted file of a format, the fast run the first.
    const kinds = new Map(files.toReversed().map((file) => [file.name.split(',')[0], file]));
    for (const { bytes } of inScope([...kinds.values()], files)) await plays(bytes);
    expect(kinds.size).toBe(9);
  });
});
