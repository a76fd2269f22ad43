// A file's type, name, declared size, hidden content and length (C1, C3–C6).
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { audioBombs } from '../support/audio/audioBombs.ts';
import { NOT_AUDIO } from '../support/audio/notAudio.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { CANARY, planted } from '../support/server/planted.ts';
import { residentBytes } from '../support/server/processFacts.ts';
import { capToken, visitor } from '../support/server/publish.ts';
import { formRequest, partHead, rawRequest } from '../support/server/rawHttp.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { recording } from '../support/server/testApp.ts';
import { get, upload } from '../support/server/wire.ts';
import { requireStrace, straceWords } from '../support/storage/systemCalls.ts';

const QUIET = { STORAGE_RESERVE_BYTES: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' };
let server: TestServer;
beforeAll(async () => {
  server = await startServer(QUIET);
});
afterAll(() => server.stop());

const send = async (bytes: Buffer, name: string, type = 'audio/mpeg') =>
  upload(server.url, { capToken: await capToken(visitor(server.url), bytes) }, { bytes, name, type });

promise('C1', 'refuses files that are not audio, whatever their name', async (trials) => {
  for (const [name, bytes] of [...NOT_AUDIO]) {
    await trials.run(name, async () => {
      const reply = await send(bytes, 'song.mp3');
      expect([415, 422]).toContain(reply.status);
      expect(reply.json.code).toMatch(/^audio_(unsupported|damaged)$/);
    });
  }
  await trials.run('a video with sound', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=6'];
    const reply = await send(await ffmpeg(6, ...picture, '-c:v', 'mpeg4', '-c:a', 'aac', 'mp4'), 'song.m4a');
    expect([reply.status, reply.json.code]).toEqual([415, 'audio_unsupported']);
  });
});

/** Eighty names that have broken out of upload folders or into headers; `marker` makes each one findable. */
function hostileNames(marker: string): string[] {
  const wild = [
    '../',
    '../../',
    '..\\',
    '..\\..\\',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%2f',
    '..%5c',
    '....//',
    './',
    '/',
    '//',
    '\\\\',
    '/etc/passwd',
    '/proc/self/environ',
    'C:\\',
    'C:\\Windows\\',
    '\\\\?\\C:\\',
    'file:///',
    'data:text/html,',
    '~/',
    '~root/',
    '\u2025/',
    '\uff0e\uff0e\uff0f',
    '\u202e',
    '\u2066',
    '\u200b',
    '\ufeff',
    '\u0000',
    'a\u0000',
    '.',
    '..',
    '...',
    '.htaccess',
    '.ssh/',
    '-',
    '--',
    '-rf ',
    '; rm ',
    '| cat ',
    '`id`',
    '$(id)',
    '$HOME',
    '&& ls',
    '> out',
    'CON',
    'PRN',
    'AUX',
    'NUL',
    'COM1',
    'LPT1',
    'CON.',
    'aux.wav ',
    'name.',
    'name ',
    ' name',
    '\tname',
    '\u00a0name',
    '🎙️',
    '👩‍👩‍👧',
    'e\u0301',
    'é',
    'ß',
    'ﬃ',
    'İ',
    '日本',
    'عربي',
    '<script>',
    '"><img>',
    "'onload='",
    '{{7*7}}',
    '%00',
    '%0d%0aX-Evil: 1',
    '\u2028',
    '\u2029',
    'x'.repeat(4000),
    '/'.repeat(300),
    '../'.repeat(100),
    'a/'.repeat(200),
    '*?[]',
    '#frag',
    '?query=1',
  ];
  // Every third in the fast gate.
  const step = trialCount(3, 1);
  return wild
    .slice(0, 80)
    .filter((_, index) => index % step === 0)
    .map((name) => `${name}${marker}.wav`);
}

promise('C3', 'uses no file name as a path or header', async (trials) => {
  requireStrace();
  const folder = mkdtempSync(join(tmpdir(), 'aural-names-'));
  const log = join(folder, 'calls');
  const traced = await startServer(QUIET, {
    wrap: straceWords(log, 'openat,rename,renameat,renameat2,mkdir', 5000),
  });
  const marker = 'zqfindme';
  try {
    for (const [index, name] of hostileNames(marker).entries()) {
      await trials.run(`${index} ${JSON.stringify(name.slice(0, 30))}`, async () => {
        const bytes = recording(5);
        const token = await capToken(visitor(traced.url), bytes);
        const body = Buffer.concat([
          Buffer.from(`${partHead('form-data; name="capToken"')}${token}\r\n`),
          Buffer.from(partHead(`form-data; name="audio"; filename="${name.replaceAll('"', '%22')}"`)),
          bytes,
          Buffer.from('\r\n--xx--\r\n'),
        ]);
        const reply = await rawRequest(traced.url, [formRequest(body)]);
        expect(reply.headers).not.toMatch(/evil|zqfindme/i);
        const json = JSON.parse(reply.body) as { success: boolean; data: UploadData };
        // A name that breaks the form is refused; all others are only text.
        if (!json.success) return expect(reply.status).toBeLessThan(500);
        expect(json.data.filename).toMatch(/^[0-9a-f]{32}\.wav$/);
        expect(json.data.originalName).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      });
    }
  } finally {
    await traced.stop();
  }
  const calls = readFileSync(log, 'utf8');
  rmSync(folder, { recursive: true });
  await trials.run('no system call names them', () => {
    expect(calls).toContain('.part');
    expect(calls).not.toContain(marker);
    expect(calls).not.toMatch(/"\/etc\/passwd|\/proc\/self\/environ/);
  });
});

promise(
  'C4',
  'rejects files that claim to be huge within 3 s and 256 MB while others continue',
  async (trials) => {
    // Solved before measuring, because this process also measures.
    const sent = [];
    for (const { name, bytes } of audioBombs()) {
      const person = visitor(server.url);
      sent.push({ name, bytes, person, token: await capToken(person, bytes) });
    }
    const before = residentBytes(server.pid) ?? 0;
    let most = 0;
    let over = false;
    const waits: number[] = [];
    const others = (async () => {
      while (!over) {
        const started = performance.now();
        expect((await get(visitor(server.url), 'getTracks')).status).toBe(200);
        waits.push(performance.now() - started);
        most = Math.max(most, residentBytes(server.pid) ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    for (const { name, bytes, person, token } of sent) {
      await trials.run(name, async () => {
        const started = performance.now();
        const reply = await upload(server.url, { capToken: token }, { bytes });
        const milliseconds = performance.now() - started;
        trials.measured(milliseconds, 'ms');
        expect(milliseconds).toBeLessThan(3000);
        if (reply.status !== 200) return expect([415, 422]).toContain(reply.status);
        // A few bytes of audio behind a false claim are stored with their real length.
        const [kept] = (await get(person, 'getPendingUploads')).json.data as { duration: number }[];
        expect(kept?.duration).toBeLessThan(1);
      });
    }
    over = true;
    await others;
    waits.sort((a, b) => a - b);
    await trials.run('memory', () => expect((most - before) / 2 ** 20).toBeLessThan(256));
    await trials.run('p99 of others', () =>
      expect(waits[Math.floor(waits.length * 0.99)] ?? 0).toBeLessThan(250),
    );
  },
);

/** Asynchronous, because a blocked process would not notice that the server closes its idle connections. */
async function ffmpeg(seconds: number, ...options: string[]): Promise<Buffer> {
  const tone = `sine=frequency=330:sample_rate=16000:duration=${seconds}`;
  const folder = mkdtempSync(join(tmpdir(), 'aural-ffmpeg-'));
  const file = join(folder, `out.${options.pop()}`);
  try {
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      tone,
      ...options,
      '-ac',
      '1',
      file,
    ]);
    return readFileSync(file);
  } catch (error) {
    throw new Error('not run: ffmpeg is missing or knows no such codec', { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CODECS: readonly [name: string, ...options: string[]][] = [
  ['WAVE', '-c:a', 'pcm_s16le', 'wav'],
  ['FLAC', '-c:a', 'flac', 'flac'],
  ['MP3', '-c:a', 'libmp3lame', '-b:a', '32k', 'mp3'],
  ['Opus in Ogg', '-c:a', 'libopus', '-b:a', '16k', 'ogg'],
  ['AAC in MP4', '-c:a', 'aac', '-b:a', '32k', 'm4a'],
];

promise('C5', 'serves nothing that was planted next to the audio', async (trials) => {
  const tags = ['title', 'artist', 'comment'];
  for (const [name, ...options] of CODECS.filter(([name]) => name !== 'WAVE')) {
    const planted = tags.flatMap((tag) => ['-metadata', `${tag}=canary-${tag}`]);
    const bytes = await ffmpeg(6, ...options.slice(0, -1), ...planted, options.at(-1) ?? '');
    const person = visitor(server.url);
    const reply = await upload(server.url, { capToken: await capToken(person, bytes) }, { bytes });
    const response = await fetch(server.url + (reply.json.data as UploadData).url, {
      headers: { cookie: person.cookie },
    });
    const served = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    for (const tag of tags) {
      await trials.run(`${tag} in ${name}`, () => {
        expect(bytes.includes(`canary-${tag}`)).toBe(true);
        expect(served.includes(`canary-${tag}`)).toBe(false);
      });
    }
  }
  // Where no decoder reads: between frames, in padding and ancillary data, behind the end.
  for (const { name, bytes } of planted()) {
    await trials.run(name, async () => {
      const person = visitor(server.url);
      const reply = await upload(server.url, { capToken: await capToken(person, bytes) }, { bytes });
      expect(reply.status, JSON.stringify(reply.json)).toBe(200);
      const response = await fetch(server.url + (reply.json.data as UploadData).url, {
        headers: { cookie: person.cookie },
      });
      expect(response.status).toBe(200);
      const served = Buffer.from(await response.arrayBuffer());
      for (const foreign of [CANARY.slice(0, 6), '<script', 'PK\u0003\u0004', 'TAG', 'Lav', 'Xiph']) {
        expect([foreign, served.includes(Buffer.from(foreign, 'latin1'))]).toEqual([foreign, false]);
      }
    });
  }
});

promise('C6', 'enforces the length limits exactly, in every format', async (trials) => {
  const lengths = [
    [4.99, ['short']],
    [5, []],
    [1200, []],
    [1200.5, ['long']],
  ] as const;
  // Twenty minutes of every format take a minute to make: two of five in the fast gate.
  const codecs = CODECS.filter(([name]) => trialCount(0, 1) === 1 || /^(?:MP3|Opus in Ogg)$/.test(name));
  const cases = codecs.flatMap((codec) => lengths.map((length) => ({ codec, length })));
  // As many at once as the server inspects.
  const work = async () => {
    for (let next = cases.pop(); next; next = cases.pop()) {
      const [[name, ...options], [seconds, flags]] = [next.codec, next.length];
      await trials.run(`${seconds} s of ${name}`, async () => {
        const bytes = await ffmpeg(seconds, ...options);
        const person = visitor(server.url);
        const reply = await upload(server.url, { capToken: await capToken(person, bytes) }, { bytes });
        expect(reply.status, JSON.stringify(reply.json)).toBe(200);
        const [waiting] = (await get(person, 'getPendingUploads')).json.data as { flags: string[] }[];
        expect(waiting?.flags).toEqual(flags);
      });
    }
  };
  await Promise.all([work(), work()]);
});
