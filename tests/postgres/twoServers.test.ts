// X1, X4: two servers on one PostgreSQL and one folder of audio. Whatever order requests reach them in, a decision, a key
// and a budget count once; and who listens at one hears what happens at the other.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, actor, track, waitingUpload } from '../support/actors.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/installation.ts';
import { listen } from '../support/listen.ts';
import { post } from '../support/wire.ts';

const AT_ONCE = 100;

let home: Installation;
let one: OpenApp;
let other: OpenApp;

beforeAll(async () => {
  home = await createInstallation();
  [one, other] = await Promise.all([home.open(), home.open()]);
});

afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await home.remove();
});

/** The same person at each server in turn. */
const inTurn = (who: Actor, count: number): Actor[] =>
  Array.from({ length: count }, (_, index) => ({ ...who, url: index % 2 === 0 ? one.url : other.url }));

const count = async (table: 'tracks' | 'likes' | 'comments' | 'audit_log', where: [string, string]) => {
  const rows = await one.deps.db
    .selectFrom(table)
    .selectAll()
    .where(where[0] as never, '=', where[1] as never)
    .execute();
  return rows.length;
};

test('X1: 100 approvals of one upload at once make one track and one entry of the audit log', async () => {
  const moderator = await actor(one, 'moderator');
  const owner = await actor(one, 'guest');
  const uploadId = await waitingUpload(one, owner, 'Once');
  const replies = await Promise.all(
    inTurn(moderator, AT_ONCE).map((who) => post(who, 'approveUpload', { uploadId, version: 1 })),
  );
  expect(replies.filter(({ json }) => json.success)).toHaveLength(1);
  expect(await count('tracks', ['upload_id', uploadId])).toBe(1);
  expect(await count('audit_log', ['target_id', uploadId])).toBe(1);
});

test('X4: one key of a write, sent 30 times to both, is one comment', async () => {
  const owner = await actor(one, 'guest');
  const fan = await actor(one, 'guest');
  const trackId = await track(one, owner, 'Keyed');
  const headers = { 'Idempotency-Key': randomUUID() };
  await Promise.all(
    inTurn(fan, 30).map((who) => post(who, 'addComment', { trackId, content: 'Once' }, headers)),
  );
  expect(await count('comments', ['track_id', trackId])).toBe(1);
});

test('X4: 60 people like one track at both servers at once, and the counters are exact', async () => {
  const owner = await actor(one, 'guest');
  const trackId = await track(one, owner, 'Loved');
  const fans: Actor[] = [];
  for (let index = 0; index < 60; index++) fans.push(await actor(one, 'guest'));
  const replies = await Promise.all(
    fans.map((fan, index) =>
      post({ ...fan, url: index % 2 ? one.url : other.url }, 'addLike', { like: { trackId } }),
    ),
  );
  const done = replies.filter(({ json }) => json.success).length;
  expect(await count('likes', ['track_id', trackId])).toBe(done);
  const row = await one.deps.db
    .selectFrom('tracks')
    .select('likes')
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow();
  expect(row.likes).toBe(done);
  expect(done).toBe(60);
});

test('who listens at one server hears of what is done at the other', async () => {
  const owner = await actor(one, 'guest');
  const fan = await actor(one, 'guest');
  const trackId = await track(one, owner, 'Heard');
  const listener = await listen({ ...owner, url: other.url });
  await post(fan, 'addLike', { like: { trackId } });
  const heard = await listener.until(1);
  expect(heard.map(({ name }) => name)).toContain('notification');
  await listener.untilHint<{ trackIds: string[] }>('tracksChanged', ({ trackIds }) =>
    trackIds.includes(trackId),
  );
  listener.close();
});
