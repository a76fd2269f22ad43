// Networks that stall, end, reset, swallow the answer or are slow (U2–U4). The shipped client (src/api) and the shipped
// server, with a proxy in between that breaks the connection at a random byte.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import type { UploadReply } from '../../api/contract/uploads.ts';
import { sendTransfer } from '../../src/api/transfer.ts';
import { sendUpload } from '../../src/api/upload.ts';
import { longRecording } from '../support/audio/longRecording.ts';
import { nodeWire } from '../support/engine/nodeWire.ts';
import { type ChaosProxy, chaosProxy, type Fault } from '../support/network/chaosProxy.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { type Client, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

let app: TestApp;
let proxy: ChaosProxy;
let slow: ChaosProxy;
let slowly: Promise<[status: number, success: boolean]>;
beforeAll(async () => {
  app = await createTestApp();
  proxy = await chaosProxy(app.url);
  slow = await chaosProxy(app.url, { bytesPerSecond: 8000 });
  // It takes minutes, so the other promises run meanwhile.
  slowly = sendSlowly(longRecording(trialCount(0.5, 5) * MB));
});
afterAll(async () => {
  await proxy.close();
  await slow.close();
  await app.close();
});

const MB = 1024 * 1024;

interface Sent {
  reply: UploadReply;
  key: string;
  /** Bytes over the wire per byte of the file. */
  overhead: number;
}

async function send(bytes: Buffer, way: 'pieces' | 'form', faults: Fault[], through = proxy): Promise<Sent> {
  const person: Client = visitor(app.url);
  const token = await capToken(person, bytes);
  const key = randomUUID();
  const fields = {
    title: 'Through the storm',
    description: '',
    requiresReview: 'false',
    userId: '',
    username: '',
    gender: 'Diverse',
    tags: '[]',
    uploadKey: key,
    consentAt: '',
    consentVersion: '',
    deviceId: '',
    transcript: '',
    allowComments: 'true',
    replaces: '',
  };
  const file = new Blob([new Uint8Array(bytes)], { type: 'audio/wav' });
  const wire = nodeWire(through.url, () => person.cookie);
  const signal = new AbortController().signal;
  through.plan(faults);
  const before = through.sentBytes();
  const reply =
    way === 'pieces'
      ? await sendTransfer({ file, fileName: 'x.wav', fields, ticket: async () => token }, () => {}, signal, {
          wire,
          patienceMs: 1500,
        })
      : await sendUpload(
          { file, fileName: 'x.wav', fields: { ...fields, capToken: token } },
          () => {},
          signal,
          (request) => wire({ ...request, patienceMs: Math.min(request.patienceMs, 30_000) }),
        );
  expect(through.faultCount(), 'faults that faultCount').toBe(faults.length);
  const rows = await app.deps.db.selectFrom('uploads').select('id').where('upload_key', '=', key).execute();
  expect(rows).toEqual([{ id: reply.data.uploadId }]);
  const response = await fetch(app.url + reply.data.url, { headers: { cookie: person.cookie } });
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(bytes));
  return { reply, key, overhead: (through.sentBytes() - before) / bytes.length };
}

promise(
  'U2',
  'a file cut at any byte by a stall, an end or a reset arrives whole and once',
  async (trials) => {
    for (let round = 0; round < trialCount(2, 10); round++) {
      for (const kind of ['stall', 'fin', 'rst'] as const) {
        const bytes = longRecording(20 * MB);
        const afterBytes = randomInt(1000, bytes.length);
        await trials.run(`pieces, ${kind} at ${afterBytes}`, async () => {
          const { overhead } = await send(bytes, 'pieces', [{ kind, afterBytes }]);
          trials.measured(overhead, 'bytes sent per byte of the file');
          expect(overhead).toBeLessThanOrEqual(1.15);
        });
      }
      for (const kind of ['fin', 'rst'] as const) {
        const bytes = longRecording(2 * MB);
        const afterBytes = randomInt(1000, bytes.length);
        await trials.run(`form, ${kind} at ${afterBytes}`, async () => {
          const { overhead } = await send(bytes, 'form', [{ kind, afterBytes }]);
          // Cut at its last byte it is sent twice, each time with the form fields before it.
          expect(overhead).toBeLessThanOrEqual(2.01);
        });
      }
    }
    expect((await app.temporaryFiles()).filter((name) => name.endsWith('.resume'))).toEqual([]);
  },
  900_000,
);

promise('U3', 'an answer lost after the commit still ends as one upload', async (trials) => {
  for (let round = 0; round < 10; round++) {
    await trials.run(`form ${round}`, async () => {
      await send(longRecording(MB / 4), 'form', [{ kind: 'drop-answer', request: /^POST \/upload\.php / }]);
    });
    await trials.run(`pieces ${round}`, async () => {
      await send(longRecording(MB / 4), 'pieces', [
        { kind: 'drop-answer', request: /^POST \/api\/uploads / },
        { kind: 'drop-answer', request: /^PATCH / },
        { kind: 'drop-answer', request: /^POST \/api\/uploads\/[0-9a-f-]{36} / },
      ]);
    });
  }
});

async function sendSlowly(bytes: Buffer): Promise<[status: number, success: boolean]> {
  const form = new FormData();
  form.set('capToken', await capToken(visitor(app.url), bytes));
  form.set('audio', new Blob([new Uint8Array(bytes)]), 'slow.wav');
  // Not `fetch`: it waits five minutes for an answer, and this takes longer.
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  return new Promise((resolve, reject) => {
    const type = encoded.headers.get('content-type') ?? '';
    const headers = { 'content-type': type, 'content-length': body.length };
    const sent = request(`${slow.url}/upload.php`, { method: 'POST', headers }, async (reply) => {
      const { success } = (await json(reply)) as UploadReply;
      resolve([reply.statusCode ?? 0, success]);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

promise(
  'U4',
  'an honest client at 64 kbit/s completes',
  async (trials) => {
    await trials.run(`${trialCount(0.5, 5)} MB as a form`, async () => {
      expect(await slowly).toEqual([200, true]);
    });
  },
  1_200_000,
);
