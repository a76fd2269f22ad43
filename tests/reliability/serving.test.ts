// Ranges of whole files and of one-byte files, deletion at once, and known attacks on our pinned packages (S1, S5, K3).
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { promise } from '../support/rules/promise.ts';
import { actor, track } from '../support/server/actors.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { rawRequest } from '../support/server/rawHttp.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { upload } from '../support/server/wire.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  plainRequest(app.url + path, headers, method);

/** Puts these bytes behind a public track; its path. */
async function publicAudio(bytes: Buffer): Promise<string> {
  const id = await track(app, await actor(app, 'user'));
  const { file } = await app.deps.db
    .selectFrom('tracks')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.deps.blobs.put(file, bytes);
  return `/audio/${file}`;
}

promise('S1', 'answers sixteen kinds of range requests on three sizes by RFC 9110', async (trials) => {
  for (const size of [1, 5000, 700_001]) {
    const bytes = randomBytes(size);
    const path = await publicAudio(bytes);
    const whole = await ask(path, {});
    const etag = String(whole.headers.etag);
    const part = (start: number, end: number) => ({
      status: 206,
      body: bytes.subarray(start, end + 1),
      range: `bytes ${start}-${end}/${size}`,
    });
    const all = { status: 200, body: bytes, range: undefined };
    const none = { status: 416, body: null, range: `bytes */${size}` };
    const last = size - 1;
    const table: [
      name: string,
      headers: Record<string, string>,
      expected: { status: number; body: Buffer | null; range: string | undefined },
    ][] = [
      ['0-0', { range: 'bytes=0-0' }, part(0, 0)],
      ['0-1', { range: 'bytes=0-1' }, part(0, Math.min(1, last))],
      ['0-', { range: 'bytes=0-' }, part(0, last)],
      ['-1', { range: 'bytes=-1' }, part(last, last)],
      ['-500', { range: 'bytes=-500' }, part(Math.max(0, size - 500), last)],
      ['5-4', { range: 'bytes=5-4' }, all],
      ['size-', { range: `bytes=${size}-` }, none],
      ['last-', { range: `bytes=${last}-` }, part(last, last)],
      ['beyond the end', { range: `bytes=0-${size + 1000}` }, part(0, last)],
      // Of a file of one byte only the first of the two exists.
      ['several', { range: 'bytes=0-0,2-3' }, size > 2 ? all : part(0, 0)],
      ['another unit', { range: 'seconds=0-1' }, all],
      ['junk', { range: 'bytes=abc' }, all],
      ['If-Range that fits', { range: 'bytes=0-0', 'if-range': etag }, part(0, 0)],
      ['If-Range that does not', { range: 'bytes=0-0', 'if-range': '"other"' }, all],
      ['If-None-Match', { 'if-none-match': etag }, { status: 304, body: Buffer.alloc(0), range: undefined }],
    ];
    for (const [name, headers, expected] of table) {
      await trials.run(`${name} of ${size} bytes`, async () => {
        const reply = await ask(path, headers);
        // A range that ends before it starts is malformed: the whole or 416 are both right (§14.1.1).
        if (name === '5-4' && reply.status === 416) return;
        expect(reply.status).toBe(expected.status);
        expect(reply.headers['content-range']).toBe(expected.range);
        if (expected.body) expect(reply.body.equals(expected.body)).toBe(true);
      });
    }
    await trials.run(`HEAD of ${size} bytes`, async () => {
      const reply = await ask(path, {}, 'HEAD');
      expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([
        200,
        String(size),
        0,
      ]);
    });
  }
});

promise(
  'S5',
  'deleted audio is gone at once, rejected audio for all but owner and moderators, and waiting audio cannot be guessed',
  async (trials) => {
    const admin = await app.admin();
    for (let index = 0; index < 20; index++) {
      await trials.run(`${index % 2 ? 'deleted' : 'rejected'} ${index}`, async () => {
        const person = visitor(app.url);
        const bytes = recording(5);
        const reply = await upload(app.url, { capToken: await capToken(person, bytes) }, { bytes });
        const { uploadId, url, filename } = reply.json.data as UploadData;
        if (index % 2) {
          const { id } = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId });
          expect((await ask(url, {})).status).toBe(200);
          await callAction(person, 'deleteTrack', { trackId: id });
        } else {
          expect((await ask(url, { cookie: person.cookie })).status).toBe(200);
          await callAction(admin, 'rejectUpload', { uploadId });
          // It stays for an appeal.
          const asked = [];
          for (const cookie of ['', visitor(app.url).cookie, person.cookie, admin.cookie])
            asked.push((await ask(url, { cookie })).status);
          expect(asked).toEqual([404, 404, 200, 200]);
          return;
        }
        for (const cookie of ['', person.cookie, admin.cookie])
          expect((await ask(url, { cookie })).status).toBe(404);
        expect(await app.deps.blobs.stat(filename)).toBeNull();
        expect(await app.deps.db.selectFrom('doomed_blobs').select('file').execute()).toEqual([]);
      });
    }
    const owner = visitor(app.url);
    const bytes = recording(5);
    const waiting = (await upload(app.url, { capToken: await capToken(owner, bytes) }, { bytes })).json
      .data as UploadData;
    for (let index = 0; index < 50; index++) {
      await trials.run(`guess ${index}`, async () => {
        const other = index % 2 ? await actor(app, 'user') : visitor(app.url);
        const known = await ask(waiting.url, { cookie: other.cookie });
        const made = await ask(`/audio/${randomUUID().replaceAll('-', '')}.wav`, { cookie: other.cookie });
        // Existing and missing files look the same.
        expect([known.status, made.status]).toEqual([404, 404]);
        expect(known.body.toString().replace(/"requestId":"[^"]*"/, '')).toBe(
          made.body.toString().replace(/"requestId":"[^"]*"/, ''),
        );
      });
    }
  },
);

const atLeast = (version: string, least: string) => {
  const [a, b] = [version, least].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};

// Advisories published later are not in this list: they need the registry (`npm audit`), which a test does not ask.
promise(
  'K3',
  'pinned packages are newer than their known advisories, and the exploits do no harm',
  async (trials) => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    for (const [name, least] of [
      ['koa', '3.1.2'],
      ['multer', '2.1.1'],
      ['busboy', '1.6.0'],
      ['@koa/multer', '4.0.0'],
      ['kysely', '0.28.0'],
    ] as const) {
      await trials.run(`${name} ≥ ${least}`, () => {
        expect(atLeast(lock.packages[`node_modules/${name}`]?.version ?? '0', least)).toBe(true);
      });
    }
    for (const host of ['a@b', 'x:y@z', 'evil.example', '[::1', ':::', 'a b']) {
      await trials.run(`Host: ${host}`, async () => {
        const reply = await rawRequest(app.url, [
          `GET /upload.php?action=getTracks HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        ]);
        expect(reply.status).toBeGreaterThanOrEqual(200);
        expect(reply.status).toBeLessThan(500);
        expect(reply.headers).not.toContain(host);
      });
    }
    for (const referrer of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
      await trials.run(`Referer: ${referrer}`, async () => {
        const reply = await rawRequest(app.url, [
          `GET /nothing HTTP/1.1\r\nHost: x\r\nReferer: ${referrer}\r\nConnection: close\r\n\r\n`,
        ]);
        expect(reply.headers).not.toMatch(/^location:/im);
      });
    }
  },
);
