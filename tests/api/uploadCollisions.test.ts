// Collisions during an inspection end in an answer, never in a server error: the same key at a second process, or a
// deleted account (issue 9).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Env } from '../../api/env.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { program } from '../support/engine/program.ts';
import { type Actor, actor } from '../support/server/actors.ts';
import { type Client, capToken } from '../support/server/publish.ts';
import { createTestApp, recording, type TestApp } from '../support/server/testApp.ts';
import { createTransfer, deleteTransfer, publishPieces, sendPiece } from '../support/server/transfers.ts';
import { type WatchedInspector, watchedInspector } from '../support/server/watchedInspector.ts';
import { upload } from '../support/server/wire.ts';

let app: TestApp;
let inspector: WatchedInspector;
let owner: Actor;
/** A second process on the same data. */
let other: { url: string; process: ChildProcess };
beforeAll(async () => {
  inspector = watchedInspector();
  app = await createTestApp({ deps: { inspector } });
  other = await secondProcess(app.deps.env);
});
beforeEach(async () => {
  owner = await actor(app, 'user');
});
afterEach(() => inspector.meanwhile(null));
afterAll(async () => {
  other.process.kill('SIGKILL');
  await once(other.process, 'exit');
  await app.close();
  await inspector.close();
});

async function secondProcess({ dataDirectory, postgres }: Env): Promise<typeof other> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  probe.close();
  const child = spawn(process.execPath, program('server'), {
    cwd: new URL('../../', import.meta.url).pathname,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(postgres
        ? { DATABASE_URL: postgres.url, DATA_DIRECTORY: dataDirectory }
        : { DATABASE_URL: `file:${dataDirectory}/aural.db` }),
      STORAGE_URL: `file:${dataDirectory}/blobs`,
      STORAGE_RESERVE_BYTES: '0',
      DEMO_MODE: 'off',
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (!(await fetch(`${url}/healthz`)).ok) throw new Error('not ready yet');
    },
    { timeout: 50_000, interval: 100 },
  );
  return { url, process: child };
}

const send = async (url: string, token: string, bytes: Buffer, uploadKey: string) =>
  upload(url, { capToken: token, title: 'Twice', uploadKey }, { bytes });
const uploadsOf = (accountId: string) =>
  app.deps.db.selectFrom('uploads').selectAll().where('account_id', '=', accountId).execute();
const spent = async () => (await app.deps.db.selectFrom('spent_tickets').select('nonce').execute()).length;
async function expectNothingElse(): Promise<void> {
  const rows = await app.deps.db.selectFrom('uploads').select('file').execute();
  expect((await app.blobNames()).sort()).toEqual(rows.map(({ file }) => file).sort());
  expect(await app.temporaryFiles()).toEqual([]);
}
const at = (place: string): Client => ({ url: place, cookie: owner.cookie });
/** From the second process, which uses the product's difficulty: both accept it. */
const ticketFor = (bytes: Buffer) => capToken(at(other.url), bytes);

test('one key and file at two processes make one upload with one answer', async () => {
  const bytes = recording();
  const key = crypto.randomUUID();
  const [mine, theirs] = [await ticketFor(bytes), await ticketFor(bytes)];
  const before = await spent();
  let answered: unknown;
  inspector.meanwhile(async () => {
    const reply = await send(other.url, theirs, bytes, key);
    expect(reply.status).toBe(200);
    answered = reply.json;
  });
  const reply = await send(app.url, mine, bytes, key);
  expect([reply.status, reply.json]).toEqual([200, answered]);
  expect(await uploadsOf(owner.accountId)).toHaveLength(1);
  // Each request spent its ticket.
  expect(await spent()).toBe(before + 2);
  await expectNothingElse();
});

test('one key for two files at two processes is an upload and a refusal', async () => {
  const [mine, theirs] = [recording(), recording()];
  const key = crypto.randomUUID();
  const theirToken = await ticketFor(theirs);
  inspector.meanwhile(async () => {
    expect((await send(other.url, theirToken, theirs, key)).status).toBe(200);
  });
  const reply = await send(app.url, await ticketFor(mine), mine, key);
  expect([reply.status, reply.json.code]).toEqual([422, 'invalid_body']);
  expect(await uploadsOf(owner.accountId)).toHaveLength(1);
  await expectNothingElse();
});

test('one ticket at two processes makes one upload', async () => {
  const bytes = recording();
  const token = await ticketFor(bytes);
  inspector.meanwhile(async () => {
    expect((await send(other.url, token, bytes, crypto.randomUUID())).status).toBe(200);
  });
  const reply = await send(app.url, token, bytes, crypto.randomUUID());
  expect([reply.status, reply.json.code]).toEqual([409, 'cap_token_used']);
  await expectNothingElse();
});

test('one transfer opened concurrently at two processes answers both', async () => {
  const bytes = recording();
  for (let round = 0; round < 5; round++) {
    const uploadKey = crypto.randomUUID();
    const [mine, theirs] = [await ticketFor(bytes), await ticketFor(bytes)];
    const replies = await Promise.all([
      createTransfer(at(app.url), bytes, { uploadKey, capToken: mine }),
      createTransfer(at(other.url), bytes, { uploadKey, capToken: theirs }),
    ]);
    for (const { status, json } of replies) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(json.code).toBe('conflict');
    }
    expect((await deleteTransfer(owner, uploadKey)).status).toBe(200);
  }
});

test('an account erased during the inspection of its file leaves nothing', async () => {
  const bytes = recording();
  const before = await spent();
  inspector.meanwhile(() => erase());
  const reply = await send(app.url, await ticketFor(bytes), bytes, crypto.randomUUID());
  expect([reply.status, reply.json.code]).toEqual([403, 'cap_token_invalid']);
  expect(await uploadsOf(owner.accountId)).toEqual([]);
  expect(await spent()).toBe(before);
  await expectNothingElse();
});

test('an account erased during the publication of its transfer leaves nothing', async () => {
  const bytes = recording();
  const { key } = await createTransfer(owner, bytes);
  await sendPiece(owner, key, 0, bytes);
  inspector.meanwhile(() => erase());
  const reply = await publishPieces(owner, key);
  expect([reply.status, reply.json.code]).toEqual([403, 'cap_token_invalid']);
  await expectNothingElse();
});

async function erase(): Promise<void> {
  await app.deps.db
    .transaction()
    .execute(async (tx) => void (await eraseAccount(tx, owner.accountId, app.deps.now())));
}
