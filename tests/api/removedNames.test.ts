// The name of a removed account stays reserved for a year, with the names that look like it.
import { afterAll, expect, test } from 'vitest';
import { ledgerAfter } from '../../api/db/ledger.ts';
import { replayLedger } from '../../api/jobs/replay.ts';
import { retain } from '../../api/jobs/retention.ts';
import type { Actor } from '../support/server/actors.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;
const PASSWORD = 'Correct-Horse-9';
const app = await createTestApp();
const admin = await app.admin();
afterAll(() => app.close());

const register = (username: string) =>
  post(visitor(app.url), 'register', { username, password: PASSWORD, isOver18: true });
async function registered(username: string): Promise<Actor> {
  const client = visitor(app.url);
  await callAction(client, 'register', { username, password: PASSWORD, isOver18: true });
  const { id } = (await get(client, 'getUser', { userId: username })).json.data as { id: string };
  return { ...client, accountId: id, username };
}
const remove = ({ accountId: userId }: Actor) =>
  callAction(admin, 'deleteUser', { userId, reason: 'Threats', password: PASSWORD });
const issueOf = async (username: string) => {
  const { json } = await get(visitor(app.url), 'checkUsername', { username });
  return (json.data as { problem: string | null }).problem;
};

test('refuses the name of a removed account, and names that look like it', async () => {
  await remove(await registered('Willow_10'));
  for (const name of ['Willow_10', 'willow_10', 'wi11ow_lo', 'VViIlow_1O']) {
    expect((await register(name)).json.code, name).toBe('username_taken');
    expect(await issueOf(name), name).toBe('taken');
  }
  const other = await registered('Elsewhere');
  const renamed = await post(other, 'updateUser', {
    userId: other.accountId,
    updates: { username: 'Willow_1o' },
  });
  expect(renamed.json.code).toBe('username_taken');
  expect(await issueOf('Willow_12')).toBeNull();
});

test('the name of an account that its owner deleted is free', async () => {
  const leaver = await registered('Passing');
  await callAction(leaver, 'deleteAccount', { password: PASSWORD });
  expect((await register('Passing')).status).toBe(200);
});

test('an account may respell its own name although it resembles a removed one', async () => {
  const [one, two] = [await registered('Bi11'), await registered('Bill')];
  await remove(two);
  expect(
    (await post(one, 'updateUser', { userId: one.accountId, updates: { username: 'BI11' } })).status,
  ).toBe(200);
});

test('a restored backup reserves the name again', async () => {
  const { db } = app.deps;
  await remove(await registered('Cedar_tree'));
  const entries = (await ledgerAfter(db, 0)).filter(({ kind }) => kind === 'nameReserved');
  await db.deleteFrom('ledger').where('kind', '=', 'nameReserved').execute();
  await db.deleteFrom('reserved_names').execute();
  expect(await issueOf('Cedar_tree')).toBeNull();
  await db.transaction().execute((tx) => replayLedger(tx, entries));
  expect(await issueOf('Cedar_tree')).toBe('taken');
});

// Last: a year ends every session.
test('the name is free after a year, and nothing readable of it was stored', async () => {
  await remove(await registered('Aspen_tree'));
  const held = await app.deps.db.selectFrom('reserved_names').selectAll().execute();
  expect(JSON.stringify(held)).not.toMatch(/aspen/i);
  const after = (days: number) => ({ ...app.deps, now: () => app.deps.now() + days * DAY_MS });
  await retain(after(364));
  expect(await issueOf('Aspen_tree')).toBe('taken');
  await retain(after(366));
  expect(await issueOf('Aspen_tree')).toBeNull();
});
