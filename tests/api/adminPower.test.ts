// Assigning roles over HTTP, logging of admin tools, and detection of a truncated audit log (rows 50 and 51).
import { afterAll, expect, test } from 'vitest';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, track } from '../support/server/actors.ts';
import { withoutTriggers } from '../support/server/databaseView.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp({ env: { DEMO_MODE: 'on' } });
const admin = await withPassword(app, await actor(app, 'admin'));
afterAll(() => app.close());

const give = (who: Actor, userId: string, role: string, password = PASSWORD) =>
  post(who, 'setRole', { userId, role, password });
const roleOf = async (id: string) =>
  (await app.deps.db.selectFrom('accounts').select('role').where('id', '=', id).executeTakeFirst())?.role;
const audited = async (action: string) =>
  app.deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

test('an admin assigns a role with the password; it takes effect in the next session (row 51)', async () => {
  const person = await withPassword(app, await actor(app, 'user'));
  const moderator = await withPassword(app, await actor(app, 'moderator'));
  expect((await give(moderator, person.accountId, 'admin')).status).toBe(403);
  expect((await give(admin, person.accountId, 'moderator', 'wrong')).json.code).toBe('wrong_credentials');
  expect(await roleOf(person.accountId)).toBe('user');
  expect((await give(admin, person.accountId, 'moderator')).status).toBe(200);
  expect(await roleOf(person.accountId)).toBe('moderator');
  expect((await get(person, 'getOverview', {})).status).toBe(401);
  const [row] = await audited('setRole');
  expect(row).toMatchObject({ actor_id: admin.accountId, target_id: person.accountId });
  expect(JSON.parse(row?.detail_json ?? '{}')).toMatchObject({ from: 'user', to: 'moderator' });
});

test('refuses a role for a guest and the demotion of the last admin (row 51)', async () => {
  const guest = await actor(app, 'guest');
  expect((await give(admin, guest.accountId, 'moderator')).json.code).toBe('conflict');
  const others = app.deps.db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', admin.accountId);
  expect(await others.execute()).toEqual([]);
  expect((await give(admin, admin.accountId, 'user')).json.code).toBe('last_admin');
  const second = await withPassword(app, await actor(app, 'user'));
  expect((await give(admin, second.accountId, 'admin')).status).toBe(200);
  expect((await give(admin, second.accountId, 'user')).status).toBe(200);
  expect(await roleOf(admin.accountId)).toBe('admin');
});

test('the last admin cannot delete the account or plan its deletion; one of two can (row 51)', async () => {
  const instance = await createTestApp();
  try {
    const [first, second] = [
      await withPassword(instance, await actor(instance, 'admin')),
      await withPassword(instance, await actor(instance, 'admin')),
    ];
    const proven = { password: PASSWORD };
    expect((await post(second, 'planDeletion', proven)).status).toBe(200);
    // An account with a planned deletion does not count as a remaining admin.
    expect((await post(first, 'planDeletion', proven)).json.code).toBe('last_admin');
    expect((await post(first, 'deleteAccount', proven)).json.code).toBe('last_admin');
    expect((await give(first, first.accountId, 'user')).json.code).toBe('last_admin');
    expect(
      (await post(second, 'deleteUser', { userId: first.accountId, reason: 'Left', ...proven })).json.code,
    ).toBe('last_admin');
    expect((await get(first, 'me')).json.data).toMatchObject({ role: 'admin' });
    expect((await get(first, 'me')).json).not.toHaveProperty('eraseAt');
    expect((await post(second, 'keepAccount', {})).status).toBe(200);
    expect((await post(first, 'planDeletion', proven)).status).toBe(200);
    expect((await post(second, 'deleteAccount', proven)).json.code).toBe('last_admin');
    expect((await post(first, 'deleteAccount', proven)).status).toBe(200);
    const left = instance.deps.db.selectFrom('accounts').select('id').where('role', '=', 'admin');
    expect(await left.execute()).toEqual([{ id: second.accountId }]);
  } finally {
    await instance.close();
  }
});

test('demo tools are written to the audit log (row 50)', async () => {
  await track(app, await actor(app, 'user'), 'To talk about');
  expect((await post(admin, 'addDemoActivitiesAndNotifications', {})).status).toBe(200);
  expect(await audited('addDemoActivitiesAndNotifications')).toMatchObject([{ actor_id: admin.accountId }]);
});

const check = async (noted: { position?: number; hash?: string } = {}) =>
  (await post(admin, 'checkAuditLog', { ...noted, password: PASSWORD })).json.data as unknown as {
    rows: number;
    brokenAt: number | null;
    newest: { position: number; hash: string } | null;
    noted: string | null;
  };

test('an admin verifies the audit log with the password (row 50)', async () => {
  expect((await post(admin, 'checkAuditLog', { password: 'wrong' })).json.code).toBe('wrong_credentials');
  const moderator = await withPassword(app, await actor(app, 'moderator'));
  expect((await post(moderator, 'checkAuditLog', { password: PASSWORD })).status).toBe(403);
  expect((await post(admin, 'checkAuditLog', { password: PASSWORD })).status).toBe(200);
});

test('deleting an account needs the password and a reason, which the log stores (row 51)', async () => {
  const second = await withPassword(app, await actor(app, 'admin'));
  const remove = (password?: string) =>
    post(admin, 'deleteUser', {
      userId: second.accountId,
      reason: ' Spam ',
      ...(password ? { password } : {}),
    });
  expect((await remove()).json.code).toBe('wrong_credentials');
  expect((await remove('wrong')).json.code).toBe('wrong_credentials');
  expect(await roleOf(second.accountId)).toBe('admin');
  expect((await remove(PASSWORD)).status).toBe(200);
  expect(await roleOf(second.accountId)).toBeUndefined();
  const [row] = (await audited('deleteUser')).slice(-1);
  expect(JSON.parse(row?.detail_json ?? '{}')).toMatchObject({ reason: 'Spam' });
  const person = { userId: (await actor(app, 'user')).accountId, password: PASSWORD };
  expect((await post(admin, 'deleteUser', person)).json).toMatchObject({
    code: 'invalid_body',
    field: 'reason',
  });
  expect((await post(admin, 'deleteUser', { ...person, reason: '  ' })).status).toBe(422);
});

test('the check finds a truncated log by a saved hash (row 50)', async () => {
  const whole = await check();
  expect(whole).toMatchObject({ brokenAt: null, noted: null });
  const { position = 0, hash = '' } = whole.newest ?? {};
  const saved = { position, hash };
  expect(await check(saved)).toMatchObject({ brokenAt: null, noted: 'there' });
  expect(await check({ ...saved, hash: 'a'.repeat(64) })).toMatchObject({ noted: 'differs' });

  await withoutTriggers(app.deps.db, 'audit_log');
  await app.deps.db.deleteFrom('audit_log').where('position', '=', position).execute();
  expect(await check(saved)).toMatchObject({ brokenAt: position, rows: position - 1, noted: 'missing' });

  await app.deps.db.updateTable('audit_log').set({ action: 'nothing' }).where('position', '=', 1).execute();
  expect(await check()).toMatchObject({ brokenAt: 1 });
});
