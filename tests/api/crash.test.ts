// The server is killed at random moments while clients upload and like (D1). After a restart, everything acknowledged
// exists and nothing is half stored. KILLS sets the count (200 in a full run).
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../api/db/client.ts';
import { readEnv } from '../../api/env.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { program } from '../support/engine/program.ts';
import { Trials } from '../support/rules/promise.ts';
import { type Acknowledged, violations } from '../support/server/invariants.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { inScope } from '../support/server/scope.ts';
import { recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';

/** The restore deletes one track, and the checks of damage need two more. */
const TRACKS_NEEDED = 3;
const KILLS = Number(process.env.KILLS ?? inScope(1, 4));
const ROOT = new URL('../../', import.meta.url).pathname;

let data: string;
let port: number;
let env: Record<string, string>;
const acknowledged = { uploads: [] as string[], likes: [] as string[] } satisfies Acknowledged;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'aural-crash-'));
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
  env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${join(data, 'aural.db')}`,
    STORAGE_URL: `file:${join(data, 'blobs')}`,
    STORAGE_RESERVE_BYTES: '0',
    DEMO_MODE: 'off',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'silent',
    ADMIN_USERNAME: 'chief',
    ADMIN_PASSWORD: 'Correct-Horse-9',
  };
});
afterAll(() => rm(data, { recursive: true, force: true }));

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, program('server'), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  while (child.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return child;
    await sleep(50);
  }
  throw new Error(`the server ended with ${child.exitCode}`);
}

function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return gone;
}

/** Uploads and likes until the server stops; records only acknowledged writes. */
async function work(isOver: () => boolean): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const admin = visitor(url);
  await callAction(admin, 'login', { username: 'chief', password: 'Correct-Horse-9' });
  while (!isOver()) {
    const person = visitor(url);
    const bytes = recording(5);
    const reply = await upload(url, { capToken: await capToken(person, bytes), title: 'Crash' }, { bytes });
    const { uploadId } = reply.json.data as { uploadId: string };
    acknowledged.uploads.push(uploadId);
    const approved = await post(admin, 'approveUpload', { uploadId });
    const { id: trackId } = approved.json.data as { id: string };
    const like = await post(person, 'addLike', { like: { trackId } });
    acknowledged.likes.push((like.json.data as { id: string }).id);
  }
}

test('kill -9 at random moments loses no acknowledged write', {
  timeout: 60_000 * (KILLS + 2),
}, async ({ task }) => {
  const kills = new Trials();
  for (let round = 0; round < KILLS; round++) {
    await kills.run(`kill ${round}`, async () => {
      const child = await start();
      let over = false;
      const workers = [work(() => over), work(() => over)].map((job) => job.catch(() => null));
      // A like is acknowledged after its track, however slow the machine is.
      while (acknowledged.likes.length < TRACKS_NEEDED) await sleep(50);
      await sleep(500 + Math.random() * 2500);
      await kill(child);
      over = true;
      await Promise.all(workers);
      const killed = performance.now();
      const again = await start();
      kills.measured(performance.now() - killed, 'ms until ready again');
      await kill(again);
      expect(await violations(data, acknowledged)).toEqual([]);
    });
  }
  task.meta.promise = kills.outcome('D1');
  expect(kills.failures).toEqual([]);
  expect(acknowledged.uploads.length).toBeGreaterThan(0);
});

test('a backup restored elsewhere is complete, and a recording removed since stays removed', {
  timeout: 120_000,
}, async () => {
  const places = readEnv(env);
  const target = join(data, 'backup');
  const report = await backup(places, target);
  // A kill between commit and answer leaves a complete upload that was not acknowledged.
  expect(report.missing).toEqual([]);
  const { db, close } = await openDatabase(places.databaseFile);
  const stored = await db.selectFrom('uploads').select('file').execute();
  // Each recording has a spectral envelope as a second blob.
  expect(report.blobs).toBe(2 * new Set(stored.map(({ file }) => file)).size);
  expect(report.blobs).toBeGreaterThanOrEqual(acknowledged.uploads.length);
  const [victim, ...others] = await db
    .selectFrom('tracks')
    .select(['id', 'upload_id'])
    .orderBy('id')
    .execute();
  await close();
  if (!victim) throw new Error('no track came to be');
  const child = await start();
  const admin = visitor(`http://127.0.0.1:${port}`);
  await callAction(admin, 'login', { username: 'chief', password: 'Correct-Horse-9' });
  await callAction(admin, 'deleteTrack', { trackId: victim.id });
  await kill(child);
  await restore(places, target);
  const again = await start();
  const tracks = (await get(visitor(`http://127.0.0.1:${port}`), 'getTracks')).json.data as { id: string }[];
  expect(tracks.map(({ id }) => id)).not.toContain(victim.id);
  await kill(again);
  const restored = await openDatabase(places.databaseFile);
  const kept = await restored.db
    .selectFrom('tracks')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  await restored.close();
  expect(kept.map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  const survivors = acknowledged.uploads.filter((id) => id !== victim.upload_id);
  expect(await violations(data, { uploads: survivors, likes: [] })).toEqual([]);
});

test('the checker sees every kind of damage', { timeout: 60_000 }, async () => {
  const sees = async (promised: Acknowledged, ...texts: string[]) => {
    const found = (await violations(data, promised)).join('\n');
    for (const text of texts) expect(found).toContain(text);
  };
  const nothing: Acknowledged = { uploads: [], likes: [] };
  expect(await violations(data, nothing)).toEqual([]);
  expect(await violations(data, { uploads: ['never-there'], likes: ['never-liked'] })).toEqual([
    'acknowledged upload lost: never-there',
    'acknowledged like lost: never-liked',
  ]);

  await writeFile(join(data, 'blobs', 'tmp', 'x.part'), 'half');
  await sees(nothing, '1 half files');

  const { db, raw, close } = await openDatabase(join(data, 'aural.db'));
  const [first, second] = await db.selectFrom('tracks').select('file').limit(2).execute();
  const row = (file = '') => db.updateTable('tracks').where('file', '=', file);
  await row(first?.file).set({ likes: 77 }).execute();
  await db.updateTable('accounts').set({ followers_count: 77 }).where('username', '=', 'chief').execute();
  const comment = { id: 'said', content: 'Hm', likes: 77, created_at: 0 };
  const someone = await db.selectFrom('tracks').select(['id', 'account_id']).executeTakeFirstOrThrow();
  await db
    .insertInto('comments')
    .values({ ...comment, track_id: someone.id, account_id: someone.account_id })
    .execute();
  await db.updateTable('tracks_fts').set({ username: 'somebody else' }).execute();
  raw.exec('PRAGMA foreign_keys = OFF');
  await db
    .insertInto('likes')
    .values({ id: 'astray', track_id: 'no-track', account_id: 'nobody', created_at: 0 })
    .execute();
  raw.exec('drop trigger audit_log_no_update');
  await db.updateTable('audit_log').set({ actor_id: 'somebody else' }).where('position', '=', 2).execute();
  const [index] = raw
    .prepare("select rootpage from sqlite_master where type = 'index' and tbl_name = 'notifications'")
    .all() as { rootpage: number }[];
  await close();
  const pathOf = (file = '') => join(data, 'blobs', file.slice(0, 2), file);
  await unlink(pathOf(first?.file));
  await writeFile(pathOf(second?.file), 'cut');
  await sees(nothing, 'row without blob', 'blob of 3 bytes', 'counters of track');
  await sees(nothing, 'counters of account', 'likes of comment said', 'search finds track');
  await sees(nothing, 'a foreign key points nowhere', 'audit log broken at 2');

  // Damage a page of an index that no other check reads.
  const file = await open(join(data, 'aural.db'), 'r+');
  await file.write(Buffer.alloc(4096), 0, 4096, ((index?.rootpage ?? 1) - 1) * 4096);
  await file.close();
  await sees(nothing, 'integrity: ');
});
