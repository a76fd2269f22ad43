// The server is killed at random moments while clients upload and like (D1). After a restart, everything acknowledged
// exists and nothing is half stored. KILLS sets the count (200 in a full run).
import { open, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../api/db/client.ts';
import { readEnv } from '../../api/env.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { Trials } from '../support/rules/promise.ts';
import { type Acknowledged, violations } from '../support/server/invariants.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { inScope } from '../support/server/scope.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { recording } from '../support/server/testApp.ts';
import { get, post, upload } from '../support/server/wire.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

/** The restore deletes one track, and the checks of damage need two more. */
const TRACKS_NEEDED = 3;
const KILLS = Number(process.env.KILLS ?? inScope(1, 4));

const data = temporaryFolder('crash');
const env = {
  DATABASE_URL: `file:${join(data, 'aural.db')}`,
  STORAGE_URL: `file:${join(data, 'blobs')}`,
  STORAGE_RESERVE_BYTES: '0',
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'silent',
  ADMIN_USERNAME: 'chief',
  ADMIN_PASSWORD: 'Correct-Horse-9',
};
const acknowledged = { uploads: [] as string[], likes: [] as string[] } satisfies Acknowledged;

const start = () => startServer(env, { data });

function kill(server: TestServer): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  return server.stop();
}

/** Uploads and likes until the server stops; records only acknowledged writes. */
async function work(url: string, isOver: () => boolean): Promise<void> {
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
      const server = await start();
      let over = false;
      const workers = [work(server.url, () => over), work(server.url, () => over)].map((job) =>
        job.catch(() => null),
      );
      // A like is acknowledged after its track, however slow the machine is.
      while (acknowledged.likes.length < TRACKS_NEEDED) await sleep(50);
      await sleep(500 + Math.random() * 2500);
      await kill(server);
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

/** A recording whose sound is replaced: the upload of the last acknowledged approval, and one whose answer may be lost. */
interface Replaced {
  sounds: readonly string[];
}

/** Replaces sounds until the server stops. */
async function replaceSounds(url: string, replaced: Map<string, Replaced>): Promise<void> {
  const admin = visitor(url);
  await callAction(admin, 'login', { username: 'chief', password: 'Correct-Horse-9' });
  for (;;) {
    const person = visitor(url);
    let trackId: string | null = null;
    // An account may send no more at once.
    for (let sent = 0; sent < 4; sent++) {
      const bytes = recording(5 + sent);
      const fields = { capToken: await capToken(person, bytes), title: 'Crash', replaces: trackId ?? '' };
      const { uploadId } = (await upload(url, fields, { bytes })).json.data as { uploadId: string };
      const known = replaced.get(trackId ?? '');
      if (trackId && known) replaced.set(trackId, { sounds: [...known.sounds.slice(-1), uploadId] });
      const approved = await post(admin, 'approveUpload', { uploadId });
      trackId = (approved.json.data as { id: string }).id;
      replaced.set(trackId, { sounds: [uploadId] });
    }
  }
}

test('kill -9 while sounds are replaced leaves each recording one whole sound', {
  timeout: 60_000 * (KILLS + 2),
}, async () => {
  const folder = temporaryFolder('crash-replace');
  const places = {
    ...env,
    DATABASE_URL: `file:${join(folder, 'aural.db')}`,
    STORAGE_URL: `file:${join(folder, 'blobs')}`,
  };
  const replaced = new Map<string, Replaced>();
  for (let round = 0; round < KILLS; round++) {
    const server = await startServer(places, { data: folder });
    const work = [1, 2].map(() => replaceSounds(server.url, replaced).catch(() => null));
    const atLeast = replaced.size + 2;
    while (replaced.size < atLeast) await sleep(50);
    await sleep(Math.random() * 2000);
    await kill(server);
    await Promise.all(work);
    const again = await startServer(places, { data: folder });
    await kill(again);
    expect(await violations(folder, { uploads: [], likes: [] })).toEqual([]);
    const { db, close } = await openDatabase(join(folder, 'aural.db'));
    for (const [id, { sounds }] of replaced) {
      const heard = await db
        .selectFrom('tracks')
        .innerJoin('uploads', 'uploads.file', 'tracks.file')
        .select('uploads.id')
        .where('tracks.id', '=', id)
        .executeTakeFirst();
      expect(sounds, `sound of ${id}`).toContain(heard?.id);
    }
    await close();
  }
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
  const server = await start();
  const admin = visitor(server.url);
  await callAction(admin, 'login', { username: 'chief', password: 'Correct-Horse-9' });
  await callAction(admin, 'deleteTrack', { trackId: victim.id });
  await kill(server);
  await restore(places, target);
  const again = await start();
  const tracks = (await get(visitor(again.url), 'getTracks')).json.data as { id: string }[];
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

test('the checker sees every kind of damage', async () => {
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
