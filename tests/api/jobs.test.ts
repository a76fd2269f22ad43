// Cleanup after crashes and expiry; it deletes nothing that is needed.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../api/db/client.ts';
import { findCase, findCaseOf } from '../../api/evidence/queries.ts';
import { extendCase, sealEvidence } from '../../api/evidence/store.ts';
import { endHolds } from '../../api/jobs/evidence.ts';
import { ROWS_PER_RUN, retain } from '../../api/jobs/retention.ts';
import { repairAtStart, runJobs, scheduleJobs } from '../../api/jobs/schedule.ts';
import { sweep, tidyTemporaryFiles, unlinkDoomed } from '../../api/jobs/tidy.ts';
import { actor, comment, track, waitingUpload } from '../support/server/actors.ts';
import { callAction } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

const DAY_MS = 24 * 3600 * 1000;
const app = await createTestApp();
afterAll(() => app.close());

async function blob(name = `${randomBytes(16).toString('hex')}.mp3`): Promise<string> {
  await app.deps.blobs.put(name, Buffer.from('audio'));
  return name;
}

/** Stores `count` recordings with their bytes. */
async function stored(own: TestApp, count: number): Promise<string[]> {
  const owner = await actor(own, 'user');
  const files: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = await track(own, owner);
    const row = await own.deps.db.selectFrom('tracks').select('file').where('id', '=', id).executeTakeFirst();
    files.push(row?.file ?? '');
    await own.deps.blobs.put(files.at(-1) ?? '', Buffer.from('audio'));
  }
  return files;
}

async function orphansIn(own: TestApp, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `${randomBytes(16).toString('hex')}.mp3`);
  for (const name of names) await own.deps.blobs.put(name, Buffer.from('orphan'));
  return names;
}

const quarantined = async ({ deps }: TestApp): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of deps.blobs.quarantine.list()) names.push(name);
  return names.sort();
};

/** Fields and text of every line that the application logs. */
function listenToLog(own: TestApp): {
  deps: TestApp['deps'];
  lines: { message: string; files?: string[] }[];
} {
  const lines: { message: string; files?: string[] }[] = [];
  const note = (fields: { files?: string[] }, message: string) => lines.push({ ...fields, message });
  const log = Object.assign(Object.create(own.deps.log), { info: note, warn: note, error: note });
  return { deps: { ...own.deps, log }, lines };
}

test('the database is rewritten in the first run, and then once a day', async () => {
  const own = await createTestApp();
  try {
    let rewrites = 0;
    const deps = { ...own.deps, compact: () => own.deps.compact().then(() => void rewrites++) };
    await runJobs(deps);
    own.advance(23 * 3600_000);
    await runJobs(deps);
    expect(rewrites).toBe(1);
    own.advance(2 * 3600_000);
    await runJobs(deps);
    expect(rewrites).toBe(2);
  } finally {
    await own.close();
  }
});

describe('the sweep', () => {
  let own: TestApp;
  beforeEach(async () => {
    own = await createTestApp();
  });
  afterEach(() => own.close());
  const run = (dryRun = false) => sweep(own.deps, 60_000, dryRun);

  test('deletes orphans after 7 days in quarantine, and logs the name of every moved and deleted file', async () => {
    const kept = await stored(own, 5);
    const orphans = await orphansIn(own, 3);
    const { deps, lines } = listenToLog(own);
    const filesLoggedWith = (text: string) =>
      lines.filter((line) => line.message.includes(text)).flatMap(({ files = [] }) => files);
    own.advance(2 * 3600_000);
    await runJobs(deps);
    expect(await quarantined(own)).toEqual([...orphans].sort());
    expect((await own.blobNames()).sort()).toEqual([...kept].sort());
    expect(filesLoggedWith('without a row to quarantine').sort()).toEqual([...orphans].sort());
    for (let day = 0; day < 6; day++) {
      own.advance(DAY_MS);
      await runJobs(deps);
    }
    expect(await quarantined(own)).toEqual([...orphans].sort());
    for (let day = 0; day < 2; day++) {
      own.advance(DAY_MS);
      await runJobs(deps);
    }
    expect(await quarantined(own)).toEqual([]);
    expect(filesLoggedWith('after 7 days in quarantine').sort()).toEqual([...orphans].sort());
    expect((await own.blobNames()).sort()).toEqual([...kept].sort());
  });

  test('restores a file from quarantine, complete, once a row names it again', async () => {
    await stored(own, 5);
    const [name = ''] = await orphansIn(own, 1);
    own.advance(120_000);
    expect((await run()).moved).toEqual([name]);
    expect(await own.deps.blobs.stat(name)).toBeNull();
    const owner = await actor(own, 'user');
    const id = await track(own, owner);
    await own.deps.db.updateTable('tracks').set({ file: name }).where('id', '=', id).execute();
    expect(await run()).toMatchObject({ returned: [name], missing: [] });
    expect((await own.deps.blobs.readWhole(name, 0, 5)).toString()).toBe('orphan');
    expect(await quarantined(own)).toEqual([]);
  });

  test('moves nothing when no file has a row, however few there are', async () => {
    const [orphan = ''] = await orphansIn(own, 1);
    await track(own, await actor(own, 'user'));
    own.advance(120_000);
    expect(await run()).toMatchObject({ moved: [], refusal: 'no file in the store has a row' });
    expect(await own.blobNames()).toEqual([orphan]);
  });

  test('moves nothing when more than 1 % and more than 10 files have no row, or more than have one', async () => {
    await stored(own, 5);
    await orphansIn(own, 6);
    own.advance(120_000);
    expect(await run()).toMatchObject({ moved: [], refusal: expect.stringContaining('at most 5 may be') });
    await stored(own, 20);
    expect((await run()).moved).toHaveLength(6);
    // Files in quarantine count, so that small steps do not get around the limit.
    await orphansIn(own, 5);
    own.advance(120_000);
    expect(await run()).toMatchObject({ moved: [], refusal: expect.stringContaining('6 are in quarantine') });
    const wide = { ...own.deps, env: { ...own.deps.env, sweepMaxPercent: 50 } };
    expect((await sweep(wide, 60_000, false)).moved).toHaveLength(5);
  });

  test('deletes nothing from quarantine while the database does not match the store', async () => {
    const files = await stored(own, 20);
    await orphansIn(own, 2);
    own.advance(120_000);
    await run();
    own.advance(8 * DAY_MS);
    // As after a start with an older copy of the database.
    await own.deps.db.deleteFrom('tracks').where('file', 'in', files.slice(0, 15)).execute();
    expect(await run()).toMatchObject({ moved: [], deleted: [] });
    expect(await quarantined(own)).toHaveLength(2);
  });

  test('changes nothing in a dry run', async () => {
    await stored(own, 5);
    const orphans = await orphansIn(own, 2);
    own.advance(120_000);
    expect((await run(true)).orphans.sort()).toEqual([...orphans].sort());
    expect(await own.blobNames()).toHaveLength(7);
    expect(await quarantined(own)).toEqual([]);
  });
});

test('the sweep quarantines orphans after a grace period, reports rows without bytes, and changes nothing else', async () => {
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
  const orphans = await Promise.all(Array.from({ length: 2 }, () => blob()));

  expect((await sweep(app.deps, 60_000, false)).orphans).toEqual([]);
  app.advance(120_000);
  const dry = await sweep(app.deps, 60_000, true);
  expect(dry.orphans.sort()).toEqual([...orphans].sort());
  expect(dry.missing).toEqual([await fileOf('tracks', missing)]);
  expect((await app.blobNames()).length).toBe(4);
  await sweep(app.deps, 60_000, false);
  expect((await app.blobNames()).sort()).toEqual(kept.sort());
});

test('deletes doomed blobs, also after an interrupted first try', async () => {
  const file = await blob();
  await app.deps.db.insertInto('doomed_blobs').values({ file, created_at: 0 }).execute();
  await app.deps.db
    .insertInto('doomed_blobs')
    .values({ file: `${'0'.repeat(32)}.mp3`, created_at: 0 })
    .execute();
  expect((await unlinkDoomed(app.deps)).unlinked).toHaveLength(2);
  expect(await app.deps.blobs.stat(file)).toBeNull();
  expect((await unlinkDoomed(app.deps)).unlinked).toEqual([]);
});

test('keeps a doomed blob that a row names, as after a restore of an older copy', async () => {
  const own = await createTestApp();
  const [file = ''] = await stored(own, 1);
  await own.deps.db.insertInto('doomed_blobs').values({ file, created_at: 0 }).execute();
  expect(await unlinkDoomed(own.deps)).toEqual({ unlinked: [], spared: [file] });
  expect(await own.deps.blobs.stat(file)).not.toBeNull();
  expect(await unlinkDoomed(own.deps)).toEqual({ unlinked: [], spared: [] });
  await own.close();
});

test('deletes half-received files when they are old, not while they are written', async () => {
  await writeFile(app.deps.temporary.path(), 'half');
  expect(await tidyTemporaryFiles(app.deps, DAY_MS)).toBe(0);
  app.advance(2 * DAY_MS);
  expect(await tidyTemporaryFiles(app.deps, DAY_MS)).toBe(1);
});

test('after 31 days counters, decided uploads and idle guests are deleted, active accounts and tracks are not (row 58)', async () => {
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
  // The log names erased accounts.
  expect((await retain(app.deps)).erased).toContain(guest.accountId);
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

/** Plants one row of everything that expires, each slightly too young. */
async function plantAged(own: TestApp): Promise<() => Promise<Record<string, number>>> {
  const { db } = own.deps;
  const now = own.deps.now();
  await actor(own, 'guest');
  const owner = await actor(own, 'user');
  const uploadId = await waitingUpload(own, owner);
  await db
    .updateTable('uploads')
    .set({ status: 'rejected', decided_at: now })
    .where('id', '=', uploadId)
    .execute();
  const trackId = await track(own, owner);
  await db.insertInto('spent_tickets').values({ nonce: 'n', expires_at: now }).execute();
  await db
    .insertInto('old_usernames')
    .values({ username_key: 'before', account_id: owner.accountId, until: now + DAY_MS })
    .execute();
  await db
    .insertInto('listenings')
    .values({ track_id: trackId, token: 'token', window: Math.floor(now / (30 * 60_000)) })
    .execute();
  await db
    .insertInto('transfers')
    .values({
      id: 't',
      account_id: owner.accountId,
      upload_key: 't',
      file: `${'ab'.repeat(16)}.resume`,
      size: 1,
      content_key: 'k',
      created_at: now,
      expires_at: now + 2 * DAY_MS,
    })
    .execute();
  return async () => {
    const counts: Record<string, number> = {};
    for (const table of [
      ...(['accounts', 'sessions', 'uploads', 'spent_tickets', 'old_usernames'] as const),
      ...(['listenings', 'transfers'] as const),
    ]) {
      counts[table] = (await db.selectFrom(table).selectAll().execute()).length;
    }
    return counts;
  };
}

test('a clock 400 days ahead for one run deletes at most what expires within a day', async () => {
  const own = await createTestApp();
  try {
    const counts = await plantAged(own);
    await runJobs(own.deps);
    const before = await counts();
    expect(before).toMatchObject({ accounts: 2, sessions: 2, uploads: 1, transfers: 1 });
    own.advance(400 * DAY_MS);
    await runJobs(own.deps);
    own.advance(-400 * DAY_MS);
    expect(await counts()).toMatchObject({ accounts: 2, sessions: 2, uploads: 1, transfers: 1 });
    // The jobs accept the new time one day per run.
    own.advance(40 * DAY_MS);
    for (let days = 0; days < 40; days++) await runJobs(own.deps);
    const { accounts, ...rest } = await counts();
    expect(accounts).toBe(1);
    expect(Object.values(rest)).toEqual([0, 0, 0, 0, 0, 0]);
  } finally {
    await own.close();
  }
});

test('a first start with a clock 400 days ahead or behind deletes nothing', async () => {
  for (const days of [400, -400]) {
    const own = await createTestApp();
    try {
      const counts = await plantAged(own);
      const before = await counts();
      own.advance(days * DAY_MS);
      await repairAtStart(own.deps);
      await runJobs(own.deps);
      const { spent_tickets: _spent, old_usernames: _names, ...after } = await counts();
      expect(before).toMatchObject(after);
    } finally {
      await own.close();
    }
  }
});

describe('what changes between a query and its deletion', () => {
  /** The jobs' database: `change` is committed just before their next transaction. */
  function interrupted(change: () => Promise<unknown>): typeof app.deps.db {
    let isDone = false;
    const transaction = () => ({
      execute: async <T>(work: (tx: Db) => Promise<T>) => {
        if (!isDone) await change();
        isDone = true;
        return app.deps.db.transaction().execute(work);
      },
    });
    return new Proxy(app.deps.db, {
      get(db, name) {
        if (name === 'transaction') return transaction;
        const value: unknown = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
  }
  const isThere = async (id: string) =>
    (await app.deps.db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length === 1;

  test('an account that its owner keeps at the last moment stays', async () => {
    const [owner, other] = [await actor(app, 'user'), await actor(app, 'user')];
    const { db } = app.deps;
    for (const { accountId } of [owner, other])
      await db.updateTable('accounts').set({ erase_at: 1 }).where('id', '=', accountId).execute();
    await retain({ ...app.deps, db: interrupted(() => callAction(owner, 'keepAccount')) });
    expect([await isThere(owner.accountId), await isThere(other.accountId)]).toEqual([true, false]);
  });

  test('a guest who returns at the last moment stays', async () => {
    const [guest, other] = [await actor(app, 'guest'), await actor(app, 'guest')];
    const { db } = app.deps;
    for (const { accountId } of [guest, other])
      await db.updateTable('accounts').set({ last_seen_at: 1 }).where('id', '=', accountId).execute();
    await retain({ ...app.deps, db: interrupted(() => waitingUpload(app, guest)) });
    expect([await isThere(guest.accountId), await isThere(other.accountId)]).toEqual([true, false]);
  });

  test('a hold of evidence that is extended at the last moment stays', async () => {
    const owner = await actor(app, 'user');
    const { db } = app.deps;
    const cases = [];
    for (const id of [await track(app, owner), await track(app, owner)]) {
      await sealEvidence(db, { subject: 'track', id }, 'held', 1);
      cases.push(await findCaseOf(db, { subject: 'track', id }));
    }
    const [extended = '', other = ''] = cases.map((row) => row?.id ?? '');
    const extend = () => extendCase(db, extended, app.deps.now() + DAY_MS);
    await endHolds({ ...app.deps, db: interrupted(extend) });
    expect(await findCase(db, extended)).toBeDefined();
    expect(await findCase(db, other)).toBeUndefined();
  });
});

test('one run deletes a limited part of a table, and the next run continues', async () => {
  const { db } = app.deps;
  const all = ROWS_PER_RUN + 7;
  const old = app.deps.now() - 40 * DAY_MS;
  for (let from = 0; from < all; from += 500) {
    const rows = Array.from({ length: Math.min(500, all - from) }, (_, at) => ({
      nonce: `old ${from + at}`,
      expires_at: old,
    }));
    await db.insertInto('spent_tickets').values(rows).execute();
  }
  const left = async () =>
    (await db.selectFrom('spent_tickets').select('nonce').where('expires_at', '=', old).execute()).length;
  await retain(app.deps);
  expect(await left()).toBe(7);
  await retain(app.deps);
  expect(await left()).toBe(0);
});

test('the jobs run soon after the start, which does not wait for them', async () => {
  const own = await createTestApp();
  try {
    const { db } = own.deps;
    await actor(own, 'user');
    await db.insertInto('spent_tickets').values({ nonce: 'old', expires_at: 0 }).execute();
    const stop = scheduleJobs(own.deps);
    const left = async () => (await db.selectFrom('spent_tickets').selectAll().execute()).length;
    expect(await left()).toBe(1);
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
    stop();
  } finally {
    await own.close();
  }
});

test('the start removes the leftovers of an interrupted restore', async () => {
  const own = await createTestApp({ rows: 'file' });
  const leftover = `${own.deps.env.databaseFile}.restoring`;
  for (const suffix of ['', '-wal', '-shm']) await writeFile(leftover + suffix, 'of the erased');
  await repairAtStart(own.deps);
  for (const suffix of ['', '-wal', '-shm']) expect(existsSync(leftover + suffix)).toBe(false);
  await own.close();
});
