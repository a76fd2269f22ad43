// How accounts become admin: reserved names, the first admin from the environment, roles assigned by an operator.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ensureAdmin, ensureAdminFromEnvironment } from '../../api/accounts/admin.ts';
import { firstBrokenAudit } from '../../api/db/auditLog.ts';
import { program } from '../support/engine/program.ts';
import { createInstallation } from '../support/server/installation.ts';
import { callAction, signIn, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const PASSWORD = 'Correct-Horse-9';
const NEXT_PASSWORD = 'Battery-Staple-8';
const ROOT = new URL('../../', import.meta.url).pathname;

const app = await createTestApp({ env: { ADMIN_USERNAME: 'Night_Watch', ADMIN_PASSWORD: PASSWORD } });
afterAll(() => app.close());

let names = 0;
async function registered(username = `Lilie_${++names}`) {
  const client = visitor(app.url);
  const wish = { username, password: PASSWORD, isOver18: true };
  const { me, recoveryCode } = await callAction<{ me: { id: string }; recoveryCode: string }>(
    client,
    'register',
    wish,
  );
  return { client, id: me.id, username, recoveryCode };
}
const accountNamed = (username: string) =>
  app.deps.db
    .selectFrom('accounts')
    .selectAll()
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst();
const recover = (username: string, recoveryCode: string) =>
  post(visitor(app.url), 'recoverAccount', { username, recoveryCode, newPassword: NEXT_PASSWORD });

test('never makes a registered account admin and leaves it unchanged', async () => {
  const stranger = await registered();
  const before = await accountNamed(stranger.username);
  await expect(
    ensureAdmin(
      app.deps.db,
      { username: stranger.username, password: NEXT_PASSWORD },
      app.deps.now(),
      app.deps.keys.audit,
    ),
  ).rejects.toThrow(/Nothing was changed/);
  expect(await accountNamed(stranger.username)).toEqual(before);
  expect((await get(stranger.client, 'me')).json.data).toMatchObject({ role: 'user' });
  expect((await recover(stranger.username, stranger.recoveryCode)).json.data).toMatchObject({
    me: { role: 'user' },
  });
});

test('a new password set by an operator ends sessions and the recovery code', async () => {
  const { db } = app.deps;
  await ensureAdmin(db, { username: 'boss', password: PASSWORD }, app.deps.now(), app.deps.keys.audit);
  const before = await signIn(app.url, 'boss', PASSWORD);
  await db.updateTable('accounts').set({ recovery_hash: 'kept' }).where('username', '=', 'boss').execute();
  await ensureAdmin(db, { username: 'boss', password: NEXT_PASSWORD }, app.deps.now(), app.deps.keys.audit);
  expect((await accountNamed('boss'))?.recovery_hash).toBeNull();
  expect((await get(before, 'me')).json.data).toBeNull();
  expect((await post(visitor(app.url), 'login', { username: 'boss', password: PASSWORD })).status).toBe(401);
  await signIn(app.url, 'boss', NEXT_PASSWORD);
});

test.each([
  ...['root_admin', 'Admin', 'ADMIN_', 'moderator', 'Mod_7', 'aural_team', 'Support2', 'the_staff'],
  ...['official_voice', 'system', 'Administrator99', 'night_watch', 'NIGHT_WATCH'],
  ...['AuralSupport', 'auralsupport', 'realadmin', 'moderatorin', 'betreiber', 'Betreiberin_7'],
  ...['adm1n', 'AdrnIn', 'm0derator', 'SUPP0RT', '5upport', 'theteam', 'TheTeam', 'real_m0d', 'nlght_vvatch'],
])('refuses the reserved name %s at registration and renaming', async (username) => {
  const wish = { username, password: PASSWORD, isOver18: true };
  const reply = await post(visitor(app.url), 'register', wish);
  expect([reply.status, reply.json.error]).toEqual([422, 'username is reserved']);
  const person = await registered();
  const renamed = await post(person.client, 'updateUser', { userId: person.id, updates: { username } });
  expect([renamed.status, renamed.json.error]).toEqual([422, 'username is reserved']);
});

test.each([
  ...['Modest', 'systole', 'Administrata', 'rooted_deep', 'teamwork'],
  ...[
    'admiral',
    'modern',
    'supportive',
    'badminton_7',
    'steamy',
    'Theodor',
    'grassroots',
    'moderato',
    'aurelia',
  ],
])('accepts %s as an ordinary name', async (username) => {
  await registered(username);
});

test('keeps a name reserved while its old link still works', async () => {
  const person = await registered('Vormals');
  await callAction(person.client, 'updateUser', { userId: person.id, updates: { username: 'Seither' } });
  const taken = { status: 409, json: { code: 'username_taken' } };
  const wish = { username: 'VORMALS', password: PASSWORD };
  expect(await post(visitor(app.url), 'register', { ...wish, isOver18: true })).toMatchObject(taken);
  expect(await post(await app.admin(), 'addUser', { user: wish })).toMatchObject(taken);
  const other = await registered();
  const updates = { username: 'vormals' };
  expect(await post(other.client, 'updateUser', { userId: other.id, updates })).toMatchObject(taken);
  await expect(ensureAdmin(app.deps.db, wish, app.deps.now(), app.deps.keys.audit)).rejects.toThrow(
    /is reserved for the account/,
  );
  // The previous owner may take the name again.
  await callAction(person.client, 'updateUser', { userId: person.id, updates });
});

test('the environment creates an admin once, and a changed password stays changed', async () => {
  const { db, keys } = app.deps;
  const fromEnvironment = () =>
    ensureAdminFromEnvironment(db, { username: 'porter', password: PASSWORD }, app.deps.now(), keys.audit);
  expect(await fromEnvironment()).toBe('created');
  const porter = await signIn(app.url, 'porter', PASSWORD);
  await callAction(porter, 'changePassword', { password: PASSWORD, newPassword: NEXT_PASSWORD });
  expect(await fromEnvironment()).toBe('left as it is');
  await signIn(app.url, 'porter', NEXT_PASSWORD);
  expect((await get(porter, 'me')).json.data).toMatchObject({ role: 'admin' });
});

const run = promisify(execFile);

/** Runs the command on this test's own database. */
function role(databaseFile: string, ...given: string[]) {
  const env = { ...process.env, DATABASE_URL: `file:${databaseFile}` };
  return run(process.execPath, [...program('role'), ...given], { cwd: ROOT, env });
}

test('an operator assigns and revokes a role; this ends sessions and the recovery code and is logged', async () => {
  const home = await createInstallation({}, 'file');
  const databaseFile = join(home.directory, 'aural.db');
  const server = await home.open();
  try {
    const client = visitor(server.url);
    const wish = { username: 'Wacholder', password: PASSWORD, isOver18: true };
    await callAction(client, 'register', wish);
    await callAction(visitor(server.url), 'getPowChallenge', { sha256: 'a'.repeat(64), size: 1 });
    const output = await role(databaseFile, 'wacholder', 'moderator');
    expect(output.stdout).toMatch(/Wacholder: created 20\d\d-.*uploads: 0\nuser -> moderator/);
    expect((await get(client, 'me')).json.data).toBeNull();
    const back = await signIn(server.url, 'Wacholder', PASSWORD);
    expect((await get(back, 'getReports')).status).toBe(200);
    const { db, keys } = server.deps;
    const guest = await db
      .selectFrom('accounts')
      .select('username')
      .where('role', '=', 'guest')
      .executeTakeFirstOrThrow();
    await expect(role(databaseFile, guest.username, 'admin')).rejects.toThrow(/without a password/);
    await expect(role(databaseFile, 'Nobody', 'admin')).rejects.toThrow(/There is no account/);
    await expect(role(databaseFile, 'Wacholder', 'king')).rejects.toThrow(/Usage/);
    const row = await db
      .selectFrom('accounts')
      .selectAll()
      .where('username', '=', 'Wacholder')
      .executeTakeFirstOrThrow();
    expect([row.role, row.recovery_hash]).toEqual(['moderator', null]);
    const line = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'setRole')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ actor_id: 'shell', target_id: row.id });
    expect(JSON.parse(line.detail_json)).toMatchObject({ from: 'user', to: 'moderator' });
    expect(await firstBrokenAudit(db, keys.audit)).toBeNull();
  } finally {
    await server.close();
    await home.remove();
  }
});
