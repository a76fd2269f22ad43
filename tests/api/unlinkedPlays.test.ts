// Plays are counted without recording who listened: tokens of one day that lead to no account.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../api/db/copy.ts';
import { isPostgres } from '../../api/db/dialect.ts';
import { openReadOnly } from '../../api/db/driver.ts';
import { LISTENING_SALT } from '../../api/db/settings.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { actor, track } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';

const DAY_MS = 24 * 3600 * 1000;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const rows = () => app.deps.db.selectFrom('listenings').selectAll().execute();
const salts = async () =>
  (await app.deps.db.selectFrom('settings').selectAll().where('key', '=', LISTENING_SALT).execute()).map(
    ({ value }) => value,
  );

test('a counted play names neither the account nor its other plays, and counts once', async () => {
  const [owner, fan] = [await actor(app, 'user'), await actor(app, 'user')];
  const [one, other] = [await track(app, owner), await track(app, owner)];
  for (const trackId of [one, one, other]) await callAction(fan, 'incrementPlay', { trackId });
  await callAction(visitor(app.url), 'incrementPlay', { trackId: one });
  const tokens = await rows();
  expect(tokens).toHaveLength(3);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(3);
  expect(JSON.stringify(tokens)).not.toContain(fan.accountId);
  const { rows: joined } =
    await sql`select 1 from listenings join accounts on accounts.id = listenings.token`.execute(app.deps.db);
  expect(joined).toEqual([]);
  const { plays } = await app.deps.db
    .selectFrom('tracks')
    .select('plays')
    .where('id', '=', one)
    .executeTakeFirstOrThrow();
  expect(plays).toBe(2);
});

test('the next day replaces the random bytes, so no one can compute yesterday’s tokens', async () => {
  const [owner, fan] = [await actor(app, 'user'), await actor(app, 'user')];
  const trackId = await track(app, owner);
  const tokenBy = (salt = '', { window }: { window: number }) =>
    createHmac('sha256', salt.split(' ')[1] ?? '')
      .update(`${window} ${trackId} ${fan.accountId}`)
      .digest('base64url');
  await callAction(fan, 'incrementPlay', { trackId });
  const [before] = await rows();
  const [salt] = await salts();
  if (!before) throw new Error('no play was counted');
  expect(tokenBy(salt, before)).toBe(before.token);

  app.advance(DAY_MS);
  await callAction(fan, 'incrementPlay', { trackId });
  const fresh = await salts();
  expect(fresh).toHaveLength(1);
  expect(fresh).not.toEqual([salt]);
  expect(tokenBy(fresh[0], before)).not.toBe(before.token);
});

test('deletes the random bytes after the day, also without later plays', async () => {
  const owner = await actor(app, 'user');
  await callAction(await actor(app, 'user'), 'incrementPlay', { trackId: await track(app, owner) });
  await runJobs(app.deps);
  expect(await salts()).toHaveLength(1);
  // The clock for deletions advances by at most a day per run.
  app.advance(DAY_MS + 1000);
  await runJobs(app.deps);
  await runJobs(app.deps);
  expect(await salts()).toEqual([]);
});

test('a copy of the database does not contain the random bytes', async () => {
  // PostgreSQL has its own tools for copies.
  if (isPostgres(app.deps.db)) return;
  const owner = await actor(app, 'user');
  await callAction(await actor(app, 'user'), 'incrementPlay', { trackId: await track(app, owner) });
  const [salt = ''] = await salts();
  const copy = join(dirname(app.deps.env.databaseFile), 'copy.db');
  await copyDatabase(app.deps.env.databaseFile, copy);
  const database = await openReadOnly(copy);
  expect(database.prepare('select * from settings where key = ?').all(LISTENING_SALT)).toEqual([]);
  expect(database.prepare('select count(*) as n from listenings').get()).toEqual({ n: 1 });
  database.close();
  expect(salt.length).toBeGreaterThan(64);
  expect((await readFile(copy)).includes(salt)).toBe(false);
});
