// Who may call what (Z1): what the contract declares, every action by every kind of caller.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { type ActionName, CALLS } from '../../api/contract/actions.ts';
import type { Access } from '../../api/contract/call.ts';
import { CALLERS, CASES, type Office, wrongCell } from '../support/accessTable.ts';
import { actor } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { post } from '../support/wire.ts';

const officeOf = (access: Access): Office | undefined =>
  access === 'moderator' || access === 'admin' ? access : undefined;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { DEMO_MODE: 'off' } });
});
afterAll(() => app.close());

test('every declared action is implemented and has a case', () => {
  expect([...ACTIONS.keys()].sort()).toEqual(Object.keys(CALLS).sort());
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(CALLS).sort());
});

// By the case, not by the contract: a declaration that gives office away would otherwise be its own proof.
test('row 50: what is declared for moderators or admins alone is what its case keeps for them', () => {
  const declared = Object.entries(CALLS).map(([name, { access }]) => [name, officeOf(access)]);
  const kept = Object.entries(CASES).map(([name, { office }]) => [name, office]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(kept));
});

test.each(Object.keys(CASES) as ActionName[])('row 51: %s lets in whom the contract names', async (name) => {
  const wrong: string[] = [];
  for (const kind of CALLERS) wrong.push((await wrongCell(app, name, kind)) ?? '');
  expect(wrong.filter(Boolean)).toEqual([]);
});

test('row 50: demo tools in demo mode are for admins only', async () => {
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

test('row 50: production has no demo tools, whoever calls', async () => {
  const admin = await actor(app, 'admin');
  expect((await post(admin, 'resetDatabase')).status).toBe(404);
});
