// Uploads inspected by another process: the results equal those of the server, waiting is bounded, and another process
// takes over the work of a killed one.
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UploadData } from '../../api/contract/uploads.ts';
import { addJob, claimJob, removeJob } from '../../api/db/jobStore.ts';
import { serveInspections } from '../../api/jobs/inspection.ts';
import { taggedFiles } from '../support/audio/taggedFiles.ts';
import { program } from '../support/engine/program.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { capToken, visitor } from '../support/server/publish.ts';
import { createServerHome, type ServerHome } from '../support/server/serverProcess.ts';
import { recording } from '../support/server/testApp.ts';
import { upload, type WireReply } from '../support/server/wire.ts';

let home: Installation;
/** Inspects its own uploads. */
let here: OpenApp;
const others: Installation[] = [];
const apps: OpenApp[] = [];
const processes: ServerHome[] = [];

const shared = () => ({
  DATABASE_URL: home.env.postgres?.url ?? '',
  DATA_DIRECTORY: home.env.dataDirectory,
  DATABASE_CONNECTIONS: '4',
  STORAGE_URL: home.env.storage.kind === 'disk' ? `file:${home.env.storage.directory}` : '',
});

async function waitingOf(app: OpenApp): Promise<number> {
  const reply = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const [, count] = /^aural_inspections_waiting (\S+)$/m.exec(await reply.text()) ?? [];
  return Number(count ?? -1);
}

async function another(settings: Record<string, string>): Promise<OpenApp> {
  const installation = await createInstallation({ ...shared(), ...settings });
  others.push(installation);
  const app = await installation.open();
  apps.push(app);
  return app;
}
const METRICS_TOKEN = 'a-token-for-these-tests';
/** A server that leaves inspection to other processes. */
const receiver = (seconds: number) =>
  another({ INSPECTION: 'elsewhere', INSPECTION_PATIENCE_SECONDS: String(seconds), METRICS_TOKEN });

beforeAll(async () => {
  home = await createInstallation();
  here = await home.open();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  for (const installation of others.splice(0)) await installation.remove();
  for (const each of processes.splice(0)) await each.remove();
});
afterAll(async () => {
  await here.close();
  await home.remove();
});

async function send(app: OpenApp, title: string, bytes: Buffer): Promise<WireReply> {
  const person = visitor(app.url);
  return upload(app.url, { title, capToken: await capToken(person, bytes) }, { bytes });
}

/** Leftovers of an upload other than its row and its blobs. */
async function leftovers(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from jobs`.execute(here.deps.db);
  const files = await readdir(here.deps.temporary.directory);
  const found = rows.map(({ id }) => `job ${id}`);
  for (const file of files) if (file.endsWith('.part')) found.push(file);
  for await (const { name } of here.deps.blobs.pieces.list()) found.push(name);
  return found;
}

/** The stored facts of an upload, with its bytes. */
async function known(title: string): Promise<unknown> {
  const { db, blobs } = here.deps;
  const row = await db.selectFrom('uploads').selectAll().where('title', '=', title).executeTakeFirstOrThrow();
  const bytesOf = async (name: string | null) => {
    const size = name === null ? 0 : ((await blobs.stat(name))?.size ?? 0);
    return name === null || size === 0 ? null : (await blobs.readWhole(name, 0, size - 1)).toString('base64');
  };
  const { mime_type, size, duration, cover, lufs, container, codec, preview_json, removed_json } = row;
  const bytes = [await bytesOf(row.file), await bytesOf(row.envelope)];
  expect(bytes.every((each) => each !== null)).toBe(true);
  return { mime_type, size, duration, cover, lufs, container, codec, preview_json, removed_json, bytes };
}

test('another process finds the same facts and makes the same copy as the server', async () => {
  const away = await receiver(30);
  const { deps } = await another({ INSPECTION: 'only' });
  const stop = serveInspections(deps);
  try {
    for (const { extension: name, bytes } of taggedFiles()) {
      expect((await send(here, `Here ${name}`, bytes)).status, name).toBe(200);
      expect((await send(away, `Away ${name}`, bytes)).status, name).toBe(200);
      expect(await known(`Away ${name}`), name).toEqual(await known(`Here ${name}`));
    }
    const broken = recording(4).subarray(0, 5000);
    const [ours, theirs] = [await send(here, 'Broken', broken), await send(away, 'Broken', broken)];
    expect([theirs.status, theirs.json.code, theirs.json.error]).toEqual([
      ours.status,
      ours.json.code,
      ours.json.error,
    ]);
    expect(ours.status).toBeGreaterThanOrEqual(400);
    expect(await leftovers()).toEqual([]);
  } finally {
    await stop();
  }
});

test('refuses an upload without an inspector after a while, keeps its ticket valid, and accepts it later', async () => {
  const away = await receiver(1);
  const bytes = recording();
  const fields = { title: 'Patient', capToken: await capToken(visitor(away.url), bytes) };
  const refused = await upload(away.url, fields, { bytes });
  expect([refused.status, refused.json.code]).toEqual([503, 'inspection_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await leftovers()).toEqual([]);
  const { deps } = await another({ INSPECTION: 'only' });
  const stop = serveInspections(deps);
  try {
    const kept = await upload(away.url, fields, { bytes });
    expect([kept.status, (kept.json.data as UploadData).filename]).toEqual([200, expect.any(String)]);
  } finally {
    await stop();
  }
});

test('metrics show how many uploads wait for an inspector', async () => {
  const away = await receiver(30);
  expect(await waitingOf(away)).toBe(0);
  const sent = send(away, 'Watched', recording());
  await expect.poll(() => waitingOf(away), { timeout: 20_000 }).toBe(1);
  const { deps } = await another({ INSPECTION: 'only' });
  const stop = serveInspections(deps);
  try {
    expect((await sent).status).toBe(200);
    expect(await waitingOf(away)).toBe(0);
  } finally {
    await stop();
  }
});

test('concurrent workers never claim the same job', async () => {
  const { db } = here.deps;
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, number) => addJob(db, { kind: 'any', caller: 'one' }, { number })),
  );
  const claims = await Promise.all(Array.from({ length: 80 }, () => claimJob(db, 'any')));
  const given = claims.flatMap((job) => (job ? [job.id] : []));
  // A worker whose oldest job was just taken may get none and must ask again.
  for (let job = await claimJob(db, 'any'); job; job = await claimJob(db, 'any')) given.push(job.id);
  expect(given.sort()).toEqual(ids.sort());
  for (const id of ids) await removeJob(db, id);
});

test('an inspection process serves no requests, and another one takes over after a kill', {
  timeout: 120_000,
}, async () => {
  const away = await receiver(60);
  const inspectors = await createServerHome(
    { ...shared(), INSPECTION: 'only', LOG_LEVEL: 'fatal' },
    program('server'),
  );
  processes.push(inspectors);
  const first = await inspectors.start();
  expect((await fetch(`${first.url}/upload.php?action=getTracks`)).status).toBe(404);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

  const sent = send(away, 'Taken over', recording(600));
  const { db } = here.deps;
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from jobs
      where claim is not null`.execute(db);
    if ((rows[0]?.n ?? 0) > 0) break;
    await pause(5);
  }
  await first.kill();
  const second = await inspectors.start();
  const { status } = await sent;
  expect(status).toBe(200);
  await second.kill();
  expect((await known('Taken over')) as object).toMatchObject({ duration: 600 });
});
