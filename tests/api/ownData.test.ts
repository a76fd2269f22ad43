// E-mail address and preferences are visible only to their owner.
import { afterAll, expect, test } from 'vitest';
import type { UserDataView } from '../../api/contract/accounts.ts';
import { actor } from '../support/server/actors.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
afterAll(() => app.close());

test.each(['moderator', 'admin'] as const)('a %s sees only their own e-mail address', async (role) => {
  const email = 'somebody@example.org';
  const person = await actor(app, 'user');
  const staff = await actor(app, role);
  for (const each of [person, staff]) {
    await post(each, 'updateUser', { userId: each.accountId, updates: { email } });
  }
  const data = async (asker: typeof person, of: typeof person) =>
    (await get(asker, 'getUserData', { userId: of.accountId })).json.data as UserDataView;
  expect(await data(person, person)).toMatchObject({
    email,
    preferences: { playback: { autoplay: false } },
  });
  expect(await data(staff, staff)).toMatchObject({ email });
  expect(await data(staff, person)).toMatchObject({
    user: { id: person.accountId },
    email: null,
    preferences: null,
  });
});
