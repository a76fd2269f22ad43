// The shipped server while its S3 server is killed under load and unavailable for a while (X5). The feed works, audio
// plays or is refused with a message, uploads are stored or refused and retried, and everything works once the store is
// back.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { program } from '../support/engine/program.ts';
import { trialCount } from '../support/rules/promise.ts';
import { plainRequest } from '../support/server/plainRequest.ts';
import { type Client, capToken, publish, visitor } from '../support/server/publish.ts';
import { createServerHome, type RunningServer, type ServerHome } from '../support/server/serverProcess.ts';
import { recording } from '../support/server/testApp.ts';
import { get, upload } from '../support/server/wire.ts';
import { startS3Server } from '../support/storage/s3Server.mjs';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const AWAY_MS = trialCount(6000, 60_000);
const BEFORE_MS = 1000;

const folder = temporaryFolder('outage');
let store: Awaited<ReturnType<typeof startS3Server>>;
let home: ServerHome;
let server: RunningServer;
beforeAll(async () => {
  store = await startS3Server();
  home = await createServerHome(
    { ...store.keys, STORAGE_URL: store.url, TEMPORARY_DIRECTORY: join(folder, 'tmp'), LOG_LEVEL: 'fatal' },
    program('server'),
  );
  server = await home.start();
});
afterAll(async () => {
  await server?.kill();
  await home?.remove();
  await store?.remove();
});

/** Count of each answer by status and code. */
type Answers = Map<string, number>;
const note = (answers: Answers, status: number, code?: string) => {
  const name = code ? `${status} ${code}` : String(status);
  answers.set(name, (answers.get(name) ?? 0) + 1);
};

let isOver = false;

async function play(owner: Client, url: string, whole: Buffer, answers: Answers): Promise<void> {
  for (let from = 0; !isOver; from = (from + 70_000) % whole.length) {
    const to = Math.min(from + 70_000, whole.length) - 1;
    const { status, body } = await plainRequest(server.url + url, {
      cookie: owner.cookie,
      Range: `bytes=${from}-${to}`,
    });
    if (status === 206) expect(body.equals(whole.subarray(from, to + 1)), `bytes from ${from}`).toBe(true);
    note(answers, status, status === 206 ? undefined : JSON.parse(body.toString()).code);
    await pause(20);
  }
}

async function readFeed(answers: Answers): Promise<void> {
  while (!isOver) {
    note(answers, (await get(visitor(server.url), 'getTracks')).status);
    await pause(20);
  }
}

interface StoredUpload {
  owner: Client;
  url: string;
  bytes: Buffer;
}

/** Retries each upload unchanged until it is stored. */
async function sendUploads(answers: Answers): Promise<StoredUpload[]> {
  const stored: StoredUpload[] = [];
  while (!isOver) {
    const owner = visitor(server.url);
    const bytes = recording(3 + (stored.length % 5));
    const fields = { title: `No. ${stored.length}`, capToken: await capToken(owner, bytes) };
    for (;;) {
      const { status, json } = await upload(server.url, fields, { bytes });
      note(answers, status, json.code);
      if (status === 200) {
        stored.push({ owner, url: (json.data as UploadData).url, bytes });
        break;
      }
      await pause(200);
    }
  }
  return stored;
}

test('an outage of the store under load loses no acknowledged upload, and every answer is a valid one', {
  timeout: AWAY_MS + 120_000,
}, async () => {
  const owner = visitor(server.url);
  const whole = recording(30);
  const { data } = await publish(owner, whole, { title: 'Heard', filename: 'x.wav', type: 'audio/wav' });
  const answers = { plays: new Map(), feed: new Map(), uploads: new Map() } satisfies Record<string, Answers>;
  const working = [
    play(owner, data.url, whole, answers.plays),
    play(owner, data.url, whole, answers.plays),
    readFeed(answers.feed),
  ];
  const sending = [sendUploads(answers.uploads), sendUploads(answers.uploads)];
  await pause(BEFORE_MS);
  await store.kill();
  await pause(AWAY_MS);
  const [plays, sent] = [answers.plays.get('206') ?? 0, answers.uploads.get('200') ?? 0];
  await store.begin();
  await expect.poll(() => answers.plays.get('206') ?? 0, { timeout: 30_000 }).toBeGreaterThan(plays + 5);
  await expect.poll(() => answers.uploads.get('200') ?? 0, { timeout: 30_000 }).toBeGreaterThan(sent + 1);
  isOver = true;
  await Promise.all(working);
  const stored = (await Promise.all(sending)).flat();

  expect([...answers.feed.keys()]).toEqual(['200']);
  expect([...answers.plays.keys()].sort()).toEqual(['206', '503 store_unreachable']);
  expect([...answers.uploads.keys()].sort()).toEqual(['200', '503 store_unreachable']);
  for (const { owner: who, url, bytes } of stored) {
    const { status, body } = await plainRequest(server.url + url, { cookie: who.cookie });
    expect([status, body.equals(bytes)]).toEqual([200, true]);
  }
  const { status } = await plainRequest(`${server.url}/healthz`, {});
  expect(status).toBe(200);
});
