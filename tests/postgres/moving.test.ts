// Moves all rows from PostgreSQL to SQLite and back, with kills: every table and every export is equal, the audit log
// verifies, and accounts continue to work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBrokenAudit } from '../../api/db/auditLog.ts';
import { holdDatabase } from '../../api/db/instanceLock.ts';
import { digestOf, lastNumberOf, MOVED_TABLES } from '../../api/db/move.ts';
import { createCommandPool } from '../../api/db/postgres/pools.ts';
import type { Schema } from '../../api/db/schema.ts';
import { exportPerson } from '../../api/profiles/parts.ts';
import { openServerKeys } from '../../api/storage/serverKey.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { program } from '../support/engine/program.ts';
import { type Actor, actor, comment, like, report, track, waitingUpload } from '../support/server/actors.ts';
import { openDatabaseView } from '../support/server/databaseView.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { callAction } from '../support/server/publish.ts';
import { get } from '../support/server/wire.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

/** Enough rows that a table takes several steps. */
const MANY = 2500;

let home: Installation;
const folder = temporaryFolder('moving');
let back: TestDatabase;
let people: { moderator: Actor; owner: Actor; fan: Actor };
let uploadId: string;

const first = () => home.env.postgres?.url ?? '';
const file = () => join(folder, 'data', 'aural.db');
const onFile = () => `file:${file()}`;
const second = () => back.settings.DATABASE_URL ?? '';

beforeAll(async () => {
  home = await createInstallation();
  back = await createTestDatabase(folder);
  const app = await home.open();
  const { db } = app.deps;
  const [moderator, owner, fan] = [
    await actor(app, 'moderator'),
    await actor(app, 'user'),
    await actor(app, 'user'),
  ];
  people = { moderator, owner, fan };
  const trackId = await track(app, owner, 'Über the sea 🌊', ['Soft', 'Küste']);
  await like(app, fan, trackId, owner);
  await comment(app, fan, trackId);
  await report(app, fan, trackId);
  await callAction(fan, 'addComment', { trackId, content: 'Zärtlich, mit "Zeichen" \\ und Ende' });
  const decided = await waitingUpload(app, owner, 'Decided');
  await callAction(moderator, 'approveUpload', { uploadId: decided, version: 1 });
  uploadId = await waitingUpload(app, owner, 'Waiting');
  await callAction(fan, 'addBlock', { userId: moderator.accountId, kind: 'mute' }).catch(() => {});
  await sql`insert into idempotency_keys(account_id, key_hash, fingerprint, sealed_answer, created_at)
    values (${fan.accountId}, 'a', 'b', ${Buffer.from([0, 255, 1])}, 5)`.execute(db);
  // In small statements: triggers count each row, and a statement has a time limit.
  for (let from = 1; from <= MANY; from += 100)
    await sql`insert into listenings(track_id, token, "window") select ${trackId}, 'l' || n, n / 100
      from generate_series(${from}::bigint, ${from + 99}::bigint) as n`.execute(db);
  await sql`insert into events(account_id, type, data_json)
    select null, 'queueChanged', '{}' from generate_series(1, ${MANY}::bigint)`.execute(db);
  await db
    .deleteFrom('events')
    .where('id', '>', MANY / 2)
    .execute();
  await app.close();
});

afterAll(async () => {
  await back.remove();
  await home.remove();
});

/** Moves; kills the command once it names this table. */
async function move(
  from: string,
  to: string,
  killAfter?: string,
): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [...program('databaseMigrate'), from, to], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      if (killAfter !== undefined && new RegExp(`^${killAfter}: `, 'm').test(output)) child.kill('SIGKILL');
    });
  const [code, signal] = await once(child, 'close');
  return { code: signal ?? code, output };
}

async function digests(url: string): Promise<Record<string, unknown>> {
  const { db, close } = await openDatabaseView(url);
  try {
    const found: Record<string, unknown> = {};
    for (const table of MOVED_TABLES) found[table] = await digestOf(db, table);
    for (const table of ['events', 'ledger'] as const)
      found[`last of ${table}`] = await lastNumberOf(db, table);
    return found;
  } finally {
    await close();
  }
}

async function exports(url: string): Promise<unknown[]> {
  const { db, close } = await openDatabaseView(url);
  try {
    const ids = await db.selectFrom('accounts').select('id').orderBy('id').execute();
    return await Promise.all(ids.map(({ id }) => exportPerson(db, id)));
  } finally {
    await close();
  }
}

const auditOf = async (url: string) => {
  const { db, close } = await openDatabaseView(url);
  try {
    return await firstBrokenAudit(db, openServerKeys(home.directory).audit);
  } finally {
    await close();
  }
};

test('refuses to move while another process uses either end, and into a target with rows', async () => {
  const app: OpenApp = await home.open();
  const served = await move(first(), onFile());
  await app.close();
  expect(served).toMatchObject({ code: 1, output: expect.stringContaining('Servers are connected') });
  const lock = await holdDatabase(file(), 'The database');
  const refused = await move(first(), onFile());
  lock.release();
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is in use by another process') });
  const full = await move(onFile(), first());
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('There is no database') });
  expect((await move(first(), second())).output).toMatch(/Usage/);
});

test('move and server refuse a database of a newer version at both ends', async () => {
  const later = '9999-from-the-future';
  const words = expect.stringContaining(`is of a newer version (it knows ${later}). Use that version.`);
  const empty = await openDatabaseView(onFile());
  await empty.close();
  const pool = createCommandPool(first());
  await pool.query(`insert into kysely_migration(name, timestamp) values ('${later}', '')`);
  try {
    expect(await move(first(), onFile())).toEqual({ code: 1, output: words });
    expect(await move(onFile(), first())).toEqual({ code: 1, output: words });
    await expect(openDatabaseView(first())).rejects.toMatchObject({ message: words });
  } finally {
    await pool.query(`delete from kysely_migration where name = '${later}'`);
    await pool.end();
    await rm(file());
  }
});

/** No account has been moved; the tables may exist. */
async function expectEmpty(url: string): Promise<void> {
  const { db, close } = await openDatabaseView(url);
  expect(await db.selectFrom('accounts').select('id').execute()).toEqual([]);
  await close();
}

test('moves from PostgreSQL to a file; a killed move leaves it empty and starts again', {
  timeout: 180_000,
}, async () => {
  for (const table of ['accounts', 'listenings', 'tables compared']) {
    expect(await move(first(), onFile(), table)).toMatchObject({ code: 'SIGKILL' });
    await expectEmpty(onFile());
  }
  const { code, output } = await move(first(), onFile());
  expect([code, output]).toEqual([0, expect.stringContaining('tables are equal')]);
  expect(await digests(onFile())).toEqual(await digests(first()));
  expect(await exports(onFile())).toEqual(await exports(first()));
  expect(await auditOf(onFile())).toBeNull();
  expect((await move(first(), onFile())).output).toMatch(/is not empty/);
});

test('moves back into an empty PostgreSQL; a killed move leaves it empty', async () => {
  for (const table of ['accounts', 'listenings', 'tables compared']) {
    expect(await move(onFile(), second(), table)).toMatchObject({ code: 'SIGKILL' });
    await expectEmpty(second());
  }
  const { code, output } = await move(onFile(), second());
  expect([code, output]).toEqual([0, expect.stringContaining('tables are equal')]);
  expect(await digests(second())).toEqual(await digests(first()));
  expect(await exports(second())).toEqual(await exports(first()));
  expect(await auditOf(second())).toBeNull();
});

/** Uses a moved database as a user does: rows, triggers, search and ids work as before. */
async function worksAsBefore(app: OpenApp): Promise<void> {
  const { moderator, owner, fan } = people;
  const at = (who: Actor): Actor => ({ ...who, url: app.url });
  await callAction(at(moderator), 'approveUpload', { uploadId, version: 1 });
  const news = (await get(at(owner), 'getNotifications')).json.data as { type: string }[];
  expect(news.map(({ type }) => type)).toContain('upload_approved');
  for (const search of ['uber', 'küst', 'üste']) {
    const { json } = await get(at(fan), 'getTracks', { query: search, limit: '10' });
    const titles = (json.data as { title: string }[]).map(({ title }) => title);
    expect([search, titles]).toEqual([search, ['Über the sea 🌊']]);
  }
  await callAction(at(fan), 'updateUser', { userId: fan.accountId, updates: { bio: 'Here again' } });
  expect(await lastNumbers(app.deps.db)).toBeGreaterThan(MANY);
  expect(await firstBrokenAudit(app.deps.db, app.deps.keys.audit)).toBeNull();
}
const lastNumbers = async (db: Kysely<Schema>) =>
  (await db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;

test('accounts continue to work on both databases', async () => {
  await copyFile(join(home.directory, 'server.key'), join(folder, 'data', 'server.key'));
  await copyFile(join(home.directory, 'server.key'), join(folder, 'server.key'));
  const both: Record<string, string>[] = [
    { DATABASE_URL: onFile() },
    { ...back.settings, DATA_DIRECTORY: folder },
  ];
  for (const settings of both) {
    const moved = await createInstallation(settings);
    const app = await moved.open();
    try {
      await worksAsBefore(app);
    } finally {
      await app.close();
      await moved.remove();
    }
  }
});
