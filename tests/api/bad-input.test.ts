// Invalid and hostile input against the built server as its own process: the right status, a stable code, nothing
// stored, and the process keeps answering.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIO_MAX_BYTES } from '../../api/contract/limits.ts';
import { openRawDatabase } from '../../api/db/driver.ts';
import { ask } from '../support/audio/ffmpeg.ts';
import { noise } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { type Client, callAction, capToken, visitor } from '../support/server/publish.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { post, upload } from '../support/server/wire.ts';

let server: TestServer;
let owner: Client;
let before: Stored;

/** Rows per table that an upload or action could leave, and every file in the blob folder. */
interface Stored {
  rows: Record<string, number>;
  files: string[];
}

const TABLES = ['accounts', 'sessions', 'uploads', 'upload_events', 'tracks', 'activities', 'notifications'];

async function stored(): Promise<Stored> {
  const database = await openRawDatabase(join(server.data, 'aural.db'));
  try {
    const count = (table: string) =>
      (database.prepare(`select count(*) as n from ${table}`).all()[0] as { n: number }).n;
    const rows = Object.fromEntries([...TABLES, 'spent_tickets'].map((table) => [table, count(table)]));
    const entries = await readdir(join(server.data, 'blobs'), { recursive: true, withFileTypes: true });
    return { rows, files: entries.filter((entry) => entry.isFile()).map((entry) => entry.name) };
  } finally {
    database.close();
  }
}

/** Seed of the next recording, so that each recording is new. */
let seed = 0;
function recording(seconds = 6): Buffer {
  seed += 1;
  return writeWav({ sampleRate: 8000, channels: [noise(seed, seconds * 8000)] });
}

const refusal = (reply: { status: number; json: { success: boolean; code?: string } }) => [
  reply.status,
  reply.json.success,
  reply.json.code,
];

/** The same noise as WebM/Opus, as a browser's recorder delivers it. */
function webm(seconds: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'aural-webm-'));
  try {
    const input = recording(seconds);
    const args = [
      '-v',
      'error',
      '-i',
      'pipe:0',
      '-c:a',
      'libopus',
      '-b:a',
      '64k',
      '-f',
      'webm',
      join(folder, 'a.webm'),
    ];
    ask('ffmpeg', args, input);
    return readFileSync(join(folder, 'a.webm'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_FACTOR: '1000', STORAGE_RESERVE_BYTES: '0', LOG_LEVEL: 'error' });
  owner = visitor(server.url);
  await callAction(owner, 'getPowChallenge', { sha256: '0'.repeat(64), size: 1 });
});
afterAll(() => server?.stop());

/** Files that failed inspection; each has spent its ticket. */
let looked: number;

beforeEach(async () => {
  looked = 0;
  before = await stored();
});

/** The server removes temporary files of a broken connection once it notices the break. */
afterEach(async () => {
  while ((await stored()).files.some((name) => name.endsWith('.part'))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { rows, files } = before;
  const spent = (rows.spent_tickets ?? 0) + looked;
  expect(await stored()).toEqual({ rows: { ...rows, spent_tickets: spent }, files });
  const health = await fetch(`${server.url}/healthz`);
  expect(health.status).toBe(200);
});

describe('a file that is not audio (row 36)', () => {
  const send = async (bytes: Uint8Array, name: string, type: string) => {
    const fields = { capToken: await capToken(owner, bytes), title: 'A test' };
    const reply = await upload(server.url, fields, { bytes, name, type });
    if (/^audio_(?!too_large)/.test(reply.json.code ?? '')) looked++;
    return reply;
  };

  it('refuses a text file renamed .mp3 with 415', async () => {
    const bytes = Buffer.from('Dear diary, this is not a song.\n'.repeat(500));
    expect(refusal(await send(bytes, 'song.mp3', 'audio/mpeg'))).toEqual([415, false, 'audio_unsupported']);
  });

  it('refuses noise that starts like an MP3 frame', async () => {
    const bytes = Buffer.from(noise(7, 20_000).map((value) => value * 3e6).buffer);
    bytes.writeUInt32BE(0xfffb9064, 0);
    const reply = await send(bytes, 'song.mp3', 'audio/mpeg');
    expect([415, 422]).toContain(reply.status);
    expect(['audio_unsupported', 'audio_damaged']).toContain(reply.json.code);
  });

  it('refuses a picture and a page under any name and type', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(400, 3)]);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const bytes of [png, page]) {
      expect(refusal(await send(bytes, 'take.wav', 'audio/wav'))).toEqual([415, false, 'audio_unsupported']);
    }
  });

  it('refuses an empty file with 400', async () => {
    expect(refusal(await send(new Uint8Array(), 'take.wav', 'audio/wav'))).toEqual([
      400,
      false,
      'audio_empty',
    ]);
  });

  it('refuses 50 MB plus one byte with 413, declared or not', async () => {
    const bytes = new Uint8Array(AUDIO_MAX_BYTES + 1);
    expect(refusal(await send(bytes, 'take.wav', 'audio/wav'))).toEqual([413, false, 'audio_too_large']);
    const chunked = await chunkedUpload(bytes);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    expect(chunked).toContain('"code":"audio_too_large"');
  });

  it('refuses a WAV header that declares more bytes than the file has', async () => {
    const whole = recording(10);
    const reply = await send(whole.subarray(0, whole.length / 2), 'take.wav', 'audio/wav');
    expect(refusal(reply)).toEqual([422, false, 'audio_damaged']);
  });

  it('refuses a truncated WebM with 422 and one cut inside its header', async () => {
    const whole = webm(10);
    // The container declares ten seconds but holds half of them.
    const half = await send(whole.subarray(0, whole.length / 2), 'take.webm', 'audio/webm');
    expect(refusal(half)).toEqual([422, false, 'audio_damaged']);
    const head = await send(whole.subarray(0, 120), 'take.webm', 'audio/webm');
    expect([415, 422]).toContain(head.status);
    expect(head.json.success).toBe(false);
  });
});

/** Sends a form chunk by chunk without a Content-Length; returns the raw answer. */
function chunkedUpload(bytes: Uint8Array): Promise<string> {
  const { port, host } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let reply = '';
    socket.on('data', (data) => {
      reply += data;
      if (reply.includes('"code"')) socket.destroy();
    });
    socket.on('error', (error) => (reply === '' ? reject(error) : resolve(reply)));
    socket.on('close', () => resolve(reply));
    const chunk = (data: Uint8Array | string) => {
      const part = Buffer.from(data);
      socket.write(`${part.length.toString(16)}\r\n`);
      socket.write(part);
      socket.write('\r\n');
    };
    capToken(owner, bytes).then((token) => {
      socket.write(
        `POST /upload.php HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n` +
          'Content-Type: multipart/form-data; boundary=xx\r\n\r\n',
      );
      chunk(`--xx\r\nContent-Disposition: form-data; name="capToken"\r\n\r\n${token}\r\n`);
      chunk('--xx\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n');
      for (let at = 0; at < bytes.length; at += 1 << 20) chunk(bytes.subarray(at, at + (1 << 20)));
      chunk('\r\n--xx--\r\n');
      socket.write('0\r\n\r\n');
    }, reject);
  });
}

describe('an invalid ticket (row 38)', () => {
  it('refuses an upload without a capToken with 403', async () => {
    const reply = await upload(server.url, { title: 'A test' }, { bytes: recording() });
    expect(refusal(reply)).toEqual([403, false, 'cap_token_missing']);
  });

  it('refuses forged capTokens with 403', async () => {
    const bytes = recording();
    const [payload = '', mac = '', nonces = ''] = (await capToken(owner, bytes)).split('.');
    const [otherPayload = ''] = (await capToken(owner, recording())).split('.');
    for (const token of [
      'x',
      '..',
      'AAAA.BBBB.CCCC',
      `${payload}.${mac}`,
      `${payload}.${mac}.`,
      `${otherPayload}.${mac}.${nonces}`,
      `${payload}.${mac.slice(0, -2)}AA.${nonces}`,
      `${payload.slice(0, 20)}${payload[20] === 'A' ? 'B' : 'A'}${payload.slice(21)}.${mac}.${nonces}`,
      `${payload}.${mac}.${Buffer.alloc(64).toString('base64url')}`,
      'A'.repeat(5000),
    ]) {
      const reply = await upload(server.url, { capToken: token }, { bytes });
      expect(refusal(reply), token.slice(0, 60)).toEqual([403, false, 'cap_token_invalid']);
    }
  });

  it('sends the refusal to a client that is still sending', async () => {
    const bytes = new Uint8Array(8 * 1024 * 1024);
    for (let times = 0; times < 6; times++) {
      const reply = await upload(server.url, { capToken: 'x' }, { bytes });
      expect(refusal(reply)).toEqual([403, false, 'cap_token_invalid']);
    }
  });

  it('refuses a capToken for other bytes', async () => {
    const reply = await upload(
      server.url,
      { capToken: await capToken(owner, recording()) },
      { bytes: recording() },
    );
    expect(refusal(reply)).toEqual([403, false, 'cap_token_invalid']);
  });

  it('refuses a used capToken with 409, also when it is sent five times concurrently', async () => {
    const bytes = recording();
    const token = await capToken(owner, bytes);
    const first = await upload(server.url, { capToken: token, title: 'Once' }, { bytes });
    expect(first.status).toBe(200);
    before = await stored();
    const again = await Promise.all(
      Array.from({ length: 5 }, () => upload(server.url, { capToken: token, title: 'Twice' }, { bytes })),
    );
    for (const reply of again) expect(refusal(reply)).toEqual([409, false, 'cap_token_used']);
  });

  it('refuses a forged userId or username with 403', async () => {
    for (const claim of [{ userId: 'demo-user' }, { username: 'somebody_else' }] as Record<
      string,
      string
    >[]) {
      const bytes = recording();
      const fields = { capToken: await capToken(owner, bytes), title: 'A test', ...claim };
      expect(refusal(await upload(server.url, fields, { bytes }))).toEqual([403, false, 'identity_mismatch']);
    }
  });
});

describe('an unreadable call', () => {
  const raw = async (path: string, init: RequestInit) => {
    const reply = await fetch(`${server.url}${path}`, init);
    return { status: reply.status, headers: reply.headers, json: JSON.parse(await reply.text()) };
  };

  it('answers an unknown action with 404 (row 54)', async () => {
    for (const name of ['nope', '', '__proto__', 'constructor', 'toString', '../../etc/passwd']) {
      const reply = await raw(`/upload.php?action=${encodeURIComponent(name)}`, {});
      expect(refusal(reply), name).toEqual([404, false, 'unknown_action']);
    }
  });

  it('answers malformed JSON with 400', async () => {
    for (const body of ['{', '{"sha256":', 'null]', '\u0000', '{"a":1}}']) {
      const reply = await post(owner, 'getPowChallenge', body);
      expect(refusal(reply), body).toEqual([400, false, 'malformed_json']);
    }
  });

  it('answers JSON of the wrong shape with 422', async () => {
    for (const body of [[], 'null', '"text"', { sha256: 5, size: 1 }, { sha256: 'f'.repeat(64), size: -1 }]) {
      const reply = await post(owner, 'getPowChallenge', body);
      expect(refusal(reply), JSON.stringify(body)).toEqual([422, false, 'invalid_body']);
    }
  });

  it('answers the wrong method with 405 and names the right one', async () => {
    const write = await raw('/upload.php?action=getPowChallenge', {});
    expect(refusal(write)).toEqual([405, false, 'method_not_allowed']);
    expect(write.headers.get('allow')).toBe('POST');
    const read = await raw('/upload.php?action=getTracks', { method: 'POST', body: '{}' });
    expect(refusal(read)).toEqual([405, false, 'method_not_allowed']);
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await raw('/upload.php?action=getTracks', { method })).status).toBe(405);
    }
  });

  it('answers a body that is too large with 413', async () => {
    const reply = await post(owner, 'getPowChallenge', { sha256: 'f'.repeat(300_000), size: 1 });
    expect(refusal(reply)).toEqual([413, false, 'body_too_large']);
  });

  it('answers a form cut inside the file with 400', async () => {
    const body =
      '--xx\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\nRIFF and then nothing';
    const headers = { 'content-type': 'multipart/form-data; boundary=xx' };
    const reply = await raw('/upload.php', { method: 'POST', headers, body });
    expect([400, 403]).toContain(reply.status);
    expect(['malformed_multipart', 'cap_token_missing']).toContain(reply.json.code);
  });

  it('stores nothing when a client disconnects in the middle of its file', async () => {
    const bytes = recording(60);
    const token = await capToken(owner, bytes);
    const { port } = new URL(server.url);
    for (const share of [0.1, 0.5, 0.99]) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(
            `POST /upload.php HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length + 500}\r\n` +
              'Content-Type: multipart/form-data; boundary=xx\r\n\r\n' +
              `--xx\r\nContent-Disposition: form-data; name="capToken"\r\n\r\n${token}\r\n` +
              '--xx\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n',
          );
          socket.write(bytes.subarray(0, bytes.length * share), () =>
            setTimeout(() => socket.destroy(), 100),
          );
        });
        socket.on('close', () => resolve());
        socket.on('error', reject);
      });
    }
  });
});
