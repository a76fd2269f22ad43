// Planned deletion of an account: hidden from others at once, open to its owner until the date, then deleted.
import { afterAll, expect, test } from 'vitest';
import { RETENTION } from '../../api/contract/retention.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { actor, comment, track } from '../support/server/actors.ts';
import { callAction, publishAudio, signIn, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;
const app = await createTestApp({ env: { REVIEW_POLICY: 'flagged' } });
afterAll(() => app.close());

test('asks for the password if there is one', async () => {
  const person = await withPassword(app, await actor(app, 'user'));
  const wrong = await post(person, 'planDeletion', { password: 'No-Such-Horse-1' });
  expect([wrong.status, wrong.json.code]).toEqual([401, 'wrong_credentials']);
  expect((await post(await actor(app, 'guest'), 'planDeletion')).status).toBe(200);
});

test('the wait ends before the thirty days for which audio may stay', () => {
  expect(RETENTION.deletionDays).toBeGreaterThan(0);
  expect(RETENTION.deletionDays).toBeLessThan(30);
});

test('hides the account from others until the date; its owner can use it and cancel from any device', async () => {
  const person = await withPassword(app, await actor(app, 'user'));
  const fan = await actor(app, 'user');
  const url = await publishAudio(person, recording());
  const [{ id = '' } = {}] = (await get(person, 'getTracks', { user: person.accountId })).json
    .data as TrackView[];
  const fansTrack = await track(app, fan);
  await comment(app, person, fansTrack);
  const { eraseAt } = await callAction<{ eraseAt: string }>(person, 'planDeletion', { password: PASSWORD });
  expect(Date.parse(eraseAt) - app.deps.now()).toBeGreaterThan((RETENTION.deletionDays - 1) * DAY_MS);
  // Asking again does not postpone the date.
  expect(await callAction(person, 'planDeletion', { password: PASSWORD })).toEqual({ eraseAt });

  const audioStatus = (cookie: string) =>
    fetch(`${app.url}${url}`, { headers: { cookie } }).then(({ status }) => status);
  for (const other of [fan, visitor(app.url)]) {
    expect((await get(other, 'getUser', { userId: person.accountId })).status).toBe(404);
    expect((await get(other, 'getTracks', { id })).json.data).toEqual([]);
    expect((await get(other, 'getComments', { trackId: fansTrack })).json.data).toEqual([]);
    expect((await get(other, 'getComments', { trackId: id })).status).toBe(404);
    expect(await audioStatus(other.cookie)).toBe(404);
  }
  expect((await get(person, 'me')).json.eraseAt).toBe(eraseAt);
  expect((await get(person, 'getTracks', { id })).json.data).toHaveLength(1);
  expect(await audioStatus(person.cookie)).toBe(200);

  const elsewhere = await signIn(app.url, person.username, PASSWORD);
  expect((await get(elsewhere, 'me')).json.eraseAt).toBe(eraseAt);
  await callAction(elsewhere, 'keepAccount');
  expect((await get(person, 'me')).json.eraseAt).toBeUndefined();
  expect((await get(fan, 'getTracks', { id })).json.data).toHaveLength(1);
  expect(await audioStatus('')).toBe(200);
});

test('keeping an account whose deletion is not planned adds nothing to the ledger', async () => {
  const person = await actor(app, 'user');
  const entries = () =>
    app.deps.db.selectFrom('ledger').select('kind').where('id', '=', person.accountId).execute();
  await callAction(person, 'keepAccount');
  expect(await entries()).toHaveLength(0);
  await callAction(person, 'planDeletion');
  for (let time = 0; time < 3; time++) await callAction(person, 'keepAccount');
  expect(await entries()).toHaveLength(2);
});

test('deletes account, rows and audio on the date, and not a day earlier (row 58)', async () => {
  const gone = await actor(app, 'user');
  const kept = await actor(app, 'user');
  for (const each of [gone, kept]) await publishAudio(each, recording());
  const before = (await app.blobNames()).length;
  await callAction(gone, 'planDeletion');
  await callAction(kept, 'planDeletion');
  await callAction(kept, 'keepAccount');
  const days = async (count: number) => {
    // One day at a time, because the server ignores a clock that jumps.
    for (let day = 0; day < count; day++) {
      app.advance(DAY_MS);
      await runJobs(app.deps);
    }
  };
  const accounts = async () =>
    (await app.deps.db.selectFrom('accounts').select('id').execute()).map(({ id }) => id);
  await days(RETENTION.deletionDays - 1);
  expect(await accounts()).toContain(gone.accountId);
  await days(2);
  await runJobs(app.deps);
  expect(await accounts()).not.toContain(gone.accountId);
  expect(await accounts()).toContain(kept.accountId);
  expect((await app.blobNames()).length).toBe(before - 1);
});
