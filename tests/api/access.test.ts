// The contract says who may call each action, and the audit log records what moderators and admins change.
// `tests/reliability/rights.test.ts` calls each action as every kind of caller.
import { afterAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { type ActionName, CALLS } from '../../api/contract/actions.ts';
import type { Access, Call } from '../../api/contract/call.ts';
import { type AssignableRole, CASES, call, callerOf, withPassword } from '../support/server/accessTable.ts';
import { actor } from '../support/server/actors.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { post } from '../support/server/wire.ts';

const roleOf = (access: Access): AssignableRole | undefined =>
  access === 'moderator' || access === 'admin' ? access : undefined;

const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
afterAll(() => app.close());

test('every declared action is implemented and has a case', () => {
  expect([...ACTIONS.keys()].sort()).toEqual(Object.keys(CALLS).sort());
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(CALLS).sort());
});

// Checks against the case, not the contract: otherwise a wrong declaration would prove itself.
test('each case allows only the moderators or admins that its declaration names (row 50)', () => {
  const declared = Object.entries(CALLS).map(([name, { access }]) => [name, roleOf(access)]);
  const kept = Object.entries(CASES).map(([name, { role }]) => [name, role]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(kept));
});

/** These only order the queue for one moderator or read; they decide nothing about an account. */
const NOT_AUDITED: readonly string[] = ['claimUpload', 'releaseClaim', 'hideUpload', 'checkAuditLog'];
const actions = Object.entries<Call>(CALLS)
  .filter(
    ([name, { method, access, demoOnly }]) =>
      method === 'POST' && roleOf(access) && !demoOnly && !NOT_AUDITED.includes(name),
  )
  .map(([name]) => name as ActionName);

test.each(actions)('%s is written to the audit log (row 50)', async (name) => {
  const owner = await withPassword(app, await actor(app, 'user'));
  const caller = await callerOf(app, 'admin', owner);
  const body = await CASES[name].body?.({ app, owner, caller });
  expect((await call(caller, name, body)).json.success).toBe(true);
  const written = app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', caller.accountId);
  expect((await written.execute()).map(({ action }) => action)).toContain(name);
});

test('only admins can use demo tools in demo mode (row 50)', async () => {
  const demo = await createTestApp({ env: { DEMO_MODE: 'on' } });
  try {
    for (const name of [
      'resetDatabase',
      'forceCreateDemoData',
      'forceAddHollaTracks',
      'addDemoActivitiesAndNotifications',
    ]) {
      for (const role of ['guest', 'user', 'moderator'] as const) {
        expect((await post(await actor(demo, role), name)).json.code).toBe('forbidden');
      }
    }
  } finally {
    await demo.close();
  }
});

test('production refuses demo tools to every caller (row 50)', async () => {
  const admin = await actor(app, 'admin');
  expect((await post(admin, 'resetDatabase')).status).toBe(404);
});
