// Repeated, large and broken uploads, and what they leave behind (U1, U5–U8, C7).
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { tidyTemporaryFiles, tidyTransfers } from '../../api/jobs/tidy.ts';
import { eightBitRecording } from '../support/audio/longRecording.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { malformedForms } from '../support/server/malformedForms.ts';
import { openDescriptors, residentBytes } from '../support/server/processFacts.ts';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { formRequest, partHead, rawRequest, uploadHead } from '../support/server/rawHttp.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { createTransfer, publishPieces, readTransfer, sendPiece } from '../support/server/transfers.ts';
import { upload } from '../support/server/wire.ts';

const MB = 1024 * 1024;
let app: TestApp;
let server: TestServer;
beforeAll(async () => {
  app = await createTestApp();
  server = await startServer({
    STORAGE_RESERVE_BYTES: '0',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const temporaryFolder = () => join(server.data, 'blobs', 'tmp');
const temporaryBytes = () => {
  if (!existsSync(temporaryFolder())) return 0;
  return readdirSync(temporaryFolder()).reduce(
    (sum, name) => sum + (statSync(join(temporaryFolder(), name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
};
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function settles(what: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(100)) {
    if (what()) return true;
  }
  return what();
}

promise(
  'U1',
  'one upload key sent 50 times, 10 at once, creates one upload with one answer',
  async (trials) => {
    const person = visitor(app.url);
    const bytes = recording();
    const fields = { capToken: await capToken(person, bytes), title: 'Once', uploadKey: randomUUID() };
    const send = () => upload(app.url, fields, { bytes });
    const together = await Promise.all(Array.from({ length: 10 }, send));
    const first = together.find(({ status }) => status === 200);
    for (const [index, reply] of together.entries()) {
      await trials.run(`together ${index}`, () => {
        if (reply.status === 200) expect(reply.json).toEqual(first?.json);
        else expect([reply.status, reply.json.code]).toEqual([409, 'conflict']);
      });
    }
    for (let index = 10; index < 50; index++) {
      await trials.run(`repeat ${index}`, async () => expect((await send()).json).toEqual(first?.json));
    }
    await trials.run('the key with other bytes', async () => {
      const other = recording();
      const reply = await upload(
        app.url,
        { ...fields, capToken: await capToken(person, other) },
        { bytes: other },
      );
      expect(reply.status).toBe(422);
    });
    const rows = await app.deps.db.selectFrom('uploads').select('file').execute();
    expect(rows).toHaveLength(1);
    expect(await app.blobNames()).toEqual(rows.map(({ file }) => file));
  },
);

promise('U5', 'accepts 50 MB, refuses a byte more, and leaves nothing of false sizes', async (trials) => {
  const sized = async (size: number) => {
    const bytes = eightBitRecording(size);
    return upload(server.url, { capToken: await capToken(visitor(server.url), bytes) }, { bytes });
  };
  await trials.run('50 MB less one byte', async () => expect((await sized(50 * MB - 1)).status).toBe(200));
  await trials.run('50 MB and one byte', async () => {
    const reply = await sized(50 * MB + 1);
    expect([reply.status, reply.json.code]).toEqual([413, 'audio_too_large']);
  });
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MB), Buffer.from('\r\n')]);
  function* chunked(megabytes: number) {
    const head = partHead('form-data; name="audio"; filename="a.wav"');
    yield uploadHead('Content-Type: multipart/form-data; boundary=xx\r\nTransfer-Encoding: chunked');
    yield `${head.length.toString(16)}\r\n${head}\r\n`;
    for (let index = 0; index < megabytes; index++) yield chunk;
    yield '0\r\n\r\n';
  }
  await trials.run('an answer that is read after the last byte', async () => {
    const reply = await rawRequest(server.url, chunked(80), { readLast: true });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'audio_too_large']);
  });
  await trials.run('200 MB in chunks without a length', async () => {
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, temporaryBytes());
    }, 20);
    const reply = await rawRequest(server.url, chunked(200));
    clearInterval(watch);
    trials.measured(most / MB, 'MB on disk');
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'audio_too_large']);
    expect(most).toBeLessThan(51 * MB);
  });
  const body = `${partHead('form-data; name="audio"; filename="a.wav"')}RIFF1234\r\n--xx--\r\n`;
  const type = 'Content-Type: multipart/form-data; boundary=xx';
  for (const [name, lengths] of [
    ['too large', `Content-Length: ${body.length + 100}`],
    ['too small', `Content-Length: ${body.length - 20}`],
    ['negative', 'Content-Length: -5'],
    ['two of them', `Content-Length: ${body.length}\r\nContent-Length: 5`],
    ['no number', 'Content-Length: many'],
    ['beside chunks', `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`],
  ] as const) {
    await trials.run(`a length that is ${name}`, async () => {
      const reply = await rawRequest(server.url, [uploadHead(`${type}\r\n${lengths}`), body], {
        end: true,
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(JSON.parse(reply.body)).toMatchObject({ success: false });
    });
  }
  expect(await settles(() => temporaryBytes() === 0, 5000), 'nothing is left').toBe(true);
});

promise(
  'U6',
  'answers sixty malformed forms with 4xx JSON in under a second and leaves nothing',
  async (trials) => {
    await rawRequest(server.url, [formRequest(Buffer.from('warm'))]);
    const before = openDescriptors(server.pid);
    for (const { name, body, type } of malformedForms()) {
      await trials.run(name, async () => {
        const reply = await rawRequest(server.url, [formRequest(body, type)]);
        trials.measured(reply.milliseconds, 'ms');
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expect(reply.status).toBeLessThan(500);
        expect(JSON.parse(reply.body)).toMatchObject({ success: false, code: expect.any(String) });
        expect(reply.milliseconds).toBeLessThan(1000);
      });
    }
    expect(temporaryBytes()).toBe(0);
    expect(
      await settles(() => (openDescriptors(server.pid) ?? 0) <= (before ?? 0), 5000),
      'descriptors are back',
    ).toBe(true);
  },
);

promise('U7', '100 aborted uploads leave no descriptor, no file and no memory', async (trials) => {
  const bytes = Buffer.alloc(MB, 1);
  const head = Buffer.from(
    uploadHead(`Content-Type: multipart/form-data; boundary=xx\r\nContent-Length: ${2 * MB}`) +
      partHead('form-data; name="audio"; filename="a.wav"'),
  );
  const abort = () => rawRequest(server.url, [head, bytes], { end: true });
  const returns = (before: number) =>
    settles(() => temporaryBytes() === 0 && (openDescriptors(server.pid) ?? 0) <= before, 10_000);
  // The first rounds fill pools that remain: of 80 rounds the twentieth was as high as the last, 45 MB above the
  // first. A leak does not stop growing and is detected below.
  const atRest = openDescriptors(server.pid) ?? 0;
  let memory = 0;
  for (let round = 0; round < 30; round++) {
    await Promise.all(Array.from({ length: 100 }, abort));
    await returns(atRest);
    memory = Math.max(memory, residentBytes(server.pid) ?? 0);
  }
  const before = openDescriptors(server.pid) ?? 0;
  for (let round = 0; round < trialCount(5, 10); round++) {
    await trials.run(`round ${round}`, async () => {
      await Promise.all(Array.from({ length: 100 }, abort));
      expect(await returns(before)).toBe(true);
    });
  }
  // Like the rest, memory may take ten seconds to come back.
  const grown = () => ((residentBytes(server.pid) ?? 0) - memory) / MB;
  await settles(() => grown() < 20, 10_000);
  trials.measured(Math.max(0, grown()), 'MB more');
  expect(grown()).toBeLessThan(20);
});

promise('U8', 'one sweep removes abandoned parts and never one that is being written', async (trials) => {
  const young = await createTestApp({ env: { UPLOAD_RESUME_SECONDS: '1' } });
  try {
    const people: Client[] = [];
    for (let index = 0; index < 50; index++) {
      if (index % 5 === 0) people.push(visitor(young.url));
      const person = people.at(-1) as Client;
      const { key } = await createTransfer(person, recording(5));
      await sendPiece(person, key, 0, Buffer.alloc(1000));
      await writeFile(young.deps.temporary.path(), 'abandoned');
    }
    await trials.run('50 transfers and 50 half-received forms', async () => {
      young.advance(2000);
      expect(await tidyTransfers(young.deps, 0)).toHaveLength(50);
      expect(await tidyTemporaryFiles(young.deps, 1000)).toBe(50);
      expect(await young.temporaryFiles()).toEqual([]);
    });
    for (let race = 0; race < 20; race++) {
      await trials.run(`race ${race}`, async () => {
        const person = visitor(young.url);
        const bytes = recording(5);
        const { key } = await createTransfer(person, bytes);
        const end = bytes.length - 1000;
        const chunks = new ReadableStream({
          async start(controller) {
            for (let at = 0; at < end; at += 4000) {
              controller.enqueue(new Uint8Array(bytes.subarray(at, Math.min(at + 4000, end))));
              await sleep(10);
            }
            controller.close();
          },
        });
        const sent = fetch(`${young.url}/api/uploads/${key}`, {
          method: 'PATCH',
          headers: {
            cookie: person.cookie,
            'content-type': 'application/offset+octet-stream',
            'upload-offset': '0',
          },
          body: chunks,
          duplex: 'half',
        } as RequestInit);
        const row = await young.deps.db
          .selectFrom('transfers')
          .select('file')
          .where('upload_key', '=', key)
          .executeTakeFirstOrThrow();
        const { pieces } = young.deps.blobs;
        while ((await pieces.received(row.file)) === 0) await sleep(1);
        // Its time ends while bytes arrive.
        young.advance(2000);
        let sweeping = true;
        const sweeps = (async () => {
          while (sweeping) {
            await tidyTransfers(young.deps, 0);
            await new Promise((resolve) => setImmediate(resolve));
          }
        })();
        const reply = await sent;
        sweeping = false;
        await sweeps;
        expect(reply.status).toBe(200);
        expect((await readTransfer(person, key)).offset).toBe(end);
        await sendPiece(person, key, end, bytes.subarray(end));
        expect((await publishPieces(person, key)).status).toBe(200);
      });
    }
  } finally {
    await young.close();
  }
});

promise('C7', 'enforces byte quotas while 20 uploads arrive at once', async (trials) => {
  const size = recording().length;
  const small = await createTestApp({
    env: { ACCOUNT_QUOTA_BYTES: String(size * 3 + 100), STORE_QUOTA_BYTES: String(size * 8 + 100) },
  });
  try {
    const together = async (owners: Client[]) => {
      const jobs: { bytes: Buffer; token: string }[] = [];
      for (const owner of owners) {
        const bytes = recording();
        jobs.push({ bytes, token: await capToken(owner, bytes) });
      }
      /** One address has few places for inspections: the client tries again. */
      const send = async ({ bytes, token }: (typeof jobs)[number]) => {
        for (;;) {
          const reply = await upload(small.url, { capToken: token }, { bytes });
          if (reply.json.code !== 'busy') return reply;
          await sleep(100);
        }
      };
      return Promise.all(jobs.map(send));
    };
    const stored = async () => {
      const rows = await small.deps.db.selectFrom('uploads').select(['id', 'size']).execute();
      return rows.reduce((sum, row) => sum + row.size, 0);
    };
    const one = visitor(small.url);
    const own = await together(Array.from({ length: 20 }, () => one));
    for (const [index, reply] of own.entries()) {
      await trials.run(`one account, upload ${index}`, () => {
        if (reply.status !== 200) expect([reply.status, reply.json.code]).toEqual([507, 'quota_exceeded']);
      });
    }
    await trials.run('the account’s quota is used exactly', async () =>
      expect(await stored()).toBe(3 * size),
    );
    const all = await together(Array.from({ length: 20 }, () => visitor(small.url)));
    for (const [index, reply] of all.entries()) {
      await trials.run(`many accounts, upload ${index}`, () => {
        if (reply.status !== 200) expect([reply.status, reply.json.code]).toEqual([507, 'storage_full']);
      });
    }
    await trials.run('the store’s quota is used exactly', async () => {
      expect(await stored()).toBe(8 * size);
      expect(await small.blobNames()).toHaveLength(8);
      expect(await small.temporaryFiles()).toEqual([]);
    });
    const data = own.find(({ status }) => status === 200)?.json.data as UploadData;
    expect(data.size).toBe(size);
  } finally {
    await small.close();
  }
});
