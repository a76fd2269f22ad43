// What time and crashes leave behind is cleared, and nothing that is needed.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retain } from '../../api/jobs/retention.ts';
import { sweep, tidyTemporaryFiles, unlinkDoomed } from '../../api/jobs/tidy.ts';
import { actor, comment, track, waitingUpload } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 24 * 3600 * 1000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function blob(name = `${randomBytes(16).toString('hex')}.mp3`): Promise<string> {
  const path = app.deps.blobs.temporaryPath();
  await writeFile(path, 'audio');
  await app.deps.blobs.adopt(path, name);
  return name;
}

test('the sweep removes orphans after their grace time, reports rows without bytes, touches nothing else', async () => {
  const owner = await actor(app, 'user');
  const [heard, waiting, missing] = [
    await track(app, owner),
    await waitingUpload(app, owner),
    await track(app, owner),
  ];
  const { db } = app.deps;
  const fileOf = async (table: 'tracks' | 'uploads', id: string) =>
    (await db.selectFrom(table).select('file').where('id', '=', id).executeTakeFirstOrThrow()).file;
  const kept = [await blob(await fileOf('tracks', heard)), await blob(await fileOf('uploads', waiting))];
  const orphans = await Promise.all(Array.from({ length: 10 }, () => blob()));

  expect((await sweep(app.deps, 60_000, false)).orphans).toEqual([]);
  app.advance(120_000);
  const dry = await sweep(app.deps, 60_000, true);
  expect(dry.orphans.sort()).toEqual([...orphans].sort());
  expect(dry.missing).toEqual([await fileOf('tracks', missing)]);
  expect((await app.blobNames()).length).toBe(12);
  await sweep(app.deps, 60_000, false);
  expect((await app.blobNames()).sort()).toEqual(kept.sort());
});

test('doomed blobs are unlinked, also when the first try was cut off', async () => {
  const file = await blob();
  await app.deps.db.insertInto('doomed_blobs').values({ file, created_at: 0 }).execute();
  await app.deps.db
    .insertInto('doomed_blobs')
    .values({ file: `${'0'.repeat(32)}.mp3`, created_at: 0 })
    .execute();
  expect(await unlinkDoomed(app.deps)).toBe(2);
  expect(await app.deps.blobs.stat(file)).toBeNull();
  expect(await unlinkDoomed(app.deps)).toBe(0);
});

test('half-received files go when they are old, not while they are written', async () => {
  await writeFile(app.deps.blobs.temporaryPath(), 'half');
  expect(await tidyTemporaryFiles(app.deps, DAY_MS)).toBe(0);
  app.advance(2 * DAY_MS);
  expect(await tidyTemporaryFiles(app.deps, DAY_MS)).toBe(1);
});

test('after 31 days counters, decided uploads and idle guests are gone, active people and tracks are not', async () => {
  const { db } = app.deps;
  const guest = await actor(app, 'guest');
  const talker = await actor(app, 'guest');
  const owner = await actor(app, 'user');
  const trackId = await track(app, owner);
  await comment(app, talker, trackId);
  const uploadId = await waitingUpload(app, owner);
  const undecided = await waitingUpload(app, owner);
  const now = app.deps.now();
  await db
    .updateTable('uploads')
    .set({ status: 'rejected', decided_at: now })
    .where('id', '=', uploadId)
    .execute();
  await db
    .insertInto('upload_events')
    .values({
      id: 'e',
      account_id: owner.accountId,
      device_key: null,
      file_key: 'k',
      seconds: 1,
      created_at: now,
    })
    .execute();
  app.advance(31 * DAY_MS);
  await retain(app.deps);
  const ids = async (table: 'accounts' | 'uploads' | 'tracks' | 'upload_events') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  expect(await ids('upload_events')).toEqual([]);
  expect(await ids('uploads')).not.toContain(uploadId);
  expect(await ids('uploads')).toContain(undecided);
  expect(await ids('tracks')).toContain(trackId);
  const people = await ids('accounts');
  expect(people).not.toContain(guest.accountId);
  expect(people).toEqual(expect.arrayContaining([talker.accountId, owner.accountId]));
});
