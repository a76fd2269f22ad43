// Who may call what (Z1): the hand-written table against the registry, and every cell of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import type { ActionName } from '../../api/contract/actions.ts';
import { CALLERS, TABLE, wrongCell } from '../support/accessTable.ts';
import { actor } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { post } from '../support/wire.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { DEMO_MODE: 'off' } });
});
afterAll(() => app.close());

test('the table names every action there is, and no other', () => {
  expect([...ACTIONS.keys()].sort()).toEqual(Object.keys(TABLE).sort());
});

test.each(Object.keys(TABLE) as ActionName[])('%s lets in whom the table names', async (name) => {
  const wrong: string[] = [];
  for (const kind of CALLERS) wrong.push((await wrongCell(app, name, kind)) ?? '');
  expect(wrong.filter(Boolean)).toEqual([]);
});

test('demo tools in demo mode are for admins only', async () => {
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

test('production has no demo tools, whoever calls', async () => {
  const admin = await actor(app, 'admin');
  expect((await post(admin, 'resetDatabase')).status).toBe(404);
});
