// Uploads: review, publication, repeats. Refused forms and files store nothing (more refusals in bad-input.test.ts).
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { POW_LIFETIME_SECONDS } from '../../api/contract/pow.ts';
import type { UploadData } from '../../api/contract/uploads.ts';
import { ask } from '../support/audio/ffmpeg.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, upload } from '../support/server/wire.ts';

const app = await createTestApp();
const guest = visitor(app.url);
afterAll(() => app.close());

async function expectNothingStored(): Promise<void> {
  expect(await app.temporaryFiles()).toEqual([]);
  const rows = await app.deps.db.selectFrom('uploads').select('file').execute();
  expect((await app.blobNames()).sort()).toEqual(rows.map(({ file }) => file).sort());
}

const ticketed = async (
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<Record<string, string>> => ({
  capToken: await capToken(guest, bytes),
  title: 'A test',
  ...fields,
});

test('refuses a form without a file', async () => {
  const reply = await upload(app.url, { title: 'A test' });
  expect([reply.status, reply.json.code]).toEqual([400, 'audio_missing']);
});

test('refuses a title of 86 characters, and tags that are not a list', async () => {
  const bytes = recording();
  const wrong: Record<string, string>[] = [
    { title: 'x'.repeat(86) },
    { tags: '{"a":1}' },
    { tags: 'soft' },
    { gender: 'Robot' },
  ];
  for (const fields of wrong) {
    const reply = await upload(app.url, await ticketed(bytes, fields), { bytes });
    expect([reply.status, reply.json.code]).toEqual([422, 'invalid_body']);
  }
  await expectNothingStored();
});

function raw(body: string, headers = 'Content-Type: multipart/form-data; boundary=xx'): Promise<string> {
  const { port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let reply = '';
    socket.on('data', (chunk) => {
      reply += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(reply));
    socket.write(
      `POST /upload.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

const part = (name: string, extra = '') =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n`;

test.each([
  ['cut inside the file', `${part('audio', '; filename="a.wav"')}RIFF1234`],
  ['cut inside a part header', '--xx\r\nContent-Disposition: form-da'],
  ['without any part', ''],
  [
    'of another boundary',
    '--yy\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc\r\n--yy--\r\n',
  ],
  [
    'with two files',
    `${part('audio', '; filename="a"')}abc\r\n${part('audio', '; filename="b"')}abc\r\n--xx--\r\n`,
  ],
  ['with a file of another name', `${part('image', '; filename="a"')}abc\r\n--xx--\r\n`],
  ['with a nested field', `${part('a[b][c]')}abc\r\n--xx--\r\n`],
])('refuses a form %s as JSON with 400', async (_what, body) => {
  const reply = await raw(body);
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(reply.slice(reply.indexOf('{')))).toMatchObject({ success: false });
  await expectNothingStored();
});

test('refuses a form without a boundary, and a body that is not a form', async () => {
  for (const type of ['multipart/form-data', 'text/plain', 'application/json']) {
    expect(await raw('abc', `Content-Type: ${type}`)).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test('stores a recording for review with tags and category, for its owner and moderators only (row 35)', async () => {
  const bytes = recording();
  const fields = await ticketed(bytes, { gender: 'Female', tags: '["Soft","zärtlich","My  Tag!"]' });
  const reply = await upload(app.url, fields, { bytes, name: 'Mädchen.wav' });
  expect(reply.status).toBe(200);
  expect(reply.json.requiresReview).toBe(true);
  const data = reply.json.data as UploadData;
  expect(data).toMatchObject({
    autoApproved: false,
    trackId: null,
    mimeType: 'audio/wav',
    size: bytes.length,
  });
  expect(data.originalName).toBe('Mädchen.wav');
  expect(data.filename).toMatch(/^[0-9a-f]{32}\.wav$/);

  const own = (await get(guest, 'getPendingUploads')).json.data as { uploadId: string; tags: string[] }[];
  expect(own.map(({ uploadId }) => uploadId)).toContain(data.uploadId);
  expect(own.find(({ uploadId }) => uploadId === data.uploadId)?.tags).toEqual([
    'Soft',
    'zaertlich',
    'my-tag',
    'Female',
  ]);
  expect((await get(visitor(app.url), 'getPendingUploads')).json.data).toEqual([]);

  const audio = app.url + data.url;
  expect((await fetch(audio)).status).toBe(404);
  expect((await fetch(audio, { headers: { cookie: guest.cookie } })).status).toBe(200);
  const admin = await app.admin();
  const response = await fetch(audio, { headers: { cookie: admin.cookie } });
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test('answers a repeat with the same uploadKey as the first time, and stores one upload', async () => {
  const bytes = recording();
  const fields = await ticketed(bytes, { uploadKey: crypto.randomUUID() });
  const first = await upload(app.url, fields, { bytes });
  const second = await upload(app.url, fields, { bytes });
  expect(second.json).toEqual(first.json);
  const other = recording();
  const reused = await upload(
    app.url,
    { ...(await ticketed(other)), uploadKey: fields.uploadKey ?? '' },
    { bytes: other },
  );
  expect(reused.status).toBe(422);
  await expectNothingStored();
});

test('auto-approval publishes an upload at once unless it is too short (row 42)', async () => {
  const admin = await app.admin();
  app.advance(24 * 3600 * 1000);
  const fresh = visitor(app.url);
  await callAction(admin, 'setAutoApproveStatus', { status: true });
  const bytes = recording();
  const reply = await upload(app.url, { capToken: await capToken(fresh, bytes) }, { bytes });
  expect(reply.json).toMatchObject({ success: true, requiresReview: false, data: { autoApproved: true } });
  const { trackId } = reply.json.data as UploadData;
  const tracks = (await get(visitor(app.url), 'getTracks')).json.data as { id: string }[];
  expect(tracks.map(({ id }) => id)).toContain(trackId);
  const short = recording(3);
  const waiting = await upload(
    app.url,
    { capToken: await capToken(visitor(app.url), short) },
    { bytes: short },
  );
  expect(waiting.json).toMatchObject({ requiresReview: true, data: { autoApproved: false } });
  await callAction(admin, 'setAutoApproveStatus', { status: false });
});

test('accepts a capToken that expired during the upload', async () => {
  const own = await createTestApp();
  try {
    const bytes = recording();
    const form = new FormData();
    form.set('capToken', await capToken(visitor(own.url), bytes));
    form.set('audio', new Blob([new Uint8Array(bytes)]), 'slow.wav');
    const encoded = new Response(form);
    const whole = new Uint8Array(await encoded.arrayBuffer());
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(whole.subarray(0, whole.length >> 1));
        while ((await own.temporaryFiles()).length === 0)
          await new Promise((resolve) => setTimeout(resolve, 5));
        own.advance((POW_LIFETIME_SECONDS + 1) * 1000);
        controller.enqueue(whole.subarray(whole.length >> 1));
        controller.close();
      },
    });
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const reply = await fetch(`${own.url}/upload.php`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await reply.json()).toMatchObject({ success: true });
  } finally {
    await own.close();
  }
});

test('an expired capToken is refused', async () => {
  const bytes = recording();
  const fields = await ticketed(bytes);
  app.advance(301_000);
  const reply = await upload(app.url, fields, { bytes });
  expect([reply.status, reply.json.code]).toEqual([403, 'cap_token_expired']);
});

function ffmpeg(...options: string[]): Buffer {
  const input = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:duration=6:sample_rate=48000',
    '-ac',
    '1',
  ];
  return ask('ffmpeg', [...input, ...options, 'pipe:1']);
}

const CANARY = ['-metadata', 'title=canary-title', '-metadata', 'comment=canary-comment'];
const FORMATS: [name: string, mimeType: string, options: string[]][] = [
  ['webm', 'audio/webm', ['-c:a', 'libopus', ...CANARY, '-f', 'webm']],
  ['ogg', 'audio/ogg', ['-c:a', 'libopus', ...CANARY, '-f', 'ogg']],
  ['mp3', 'audio/mpeg', ['-c:a', 'libmp3lame', ...CANARY, '-f', 'mp3']],
  ['flac', 'audio/flac', ['-c:a', 'flac', ...CANARY, '-f', 'flac']],
  [
    'fragmented mp4',
    'audio/mp4',
    ['-c:a', 'aac', ...CANARY, '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'],
  ],
];

test.each(FORMATS)(
  'accepts %s as %s with the right length, and serves it without metadata',
  async (...row) => {
    const [, mimeType, options] = row;
    const bytes = ffmpeg(...options);
    expect(bytes.includes('canary')).toBe(true);
    app.advance(24 * 3600 * 1000);
    const person = visitor(app.url);
    const reply = await upload(
      app.url,
      { capToken: await capToken(person, bytes) },
      { bytes, name: 'x.bin' },
    );
    expect(reply.json).toMatchObject({ success: true, data: { mimeType } });
    const { url } = reply.json.data as UploadData;
    const [pending] = (await get(person, 'getPendingUploads')).json.data as {
      duration: number;
      size: number;
    }[];
    // Fragmented MP4 has no edit list to trim the encoder's delay: 1,792 frames here.
    expect(Math.abs((pending?.duration ?? 0) - 6)).toBeLessThan(0.05);
    const served = await fetch(app.url + url, { headers: { cookie: person.cookie } });
    const kept = Buffer.from(await served.arrayBuffer());
    expect(kept.length).toBe(pending?.size);
    expect(kept.includes('canary')).toBe(false);
  },
);

test('refuses a WebM with video', async () => {
  const video = ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'color=size=64x64:rate=5:duration=6',
    '-c:v',
    'libvpx',
    '-c:a',
    'libopus',
    '-f',
    'webm',
  );
  const reply = await upload(app.url, await ticketed(video), { bytes: video });
  expect([reply.status, reply.json.code]).toEqual([415, 'audio_unsupported']);
});
