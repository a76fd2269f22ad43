// A repeated write with the same `Idempotency-Key` gets the stored answer and does not run again. The key has no effect
// for other accounts, and a stored row reveals nothing without it.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import { IDEMPOTENCY_KEY_COUNT } from '../../api/contract/idempotency.ts';
import { keepAnswer, recallAnswer } from '../../api/db/idempotencyKeys.ts';
import { backup } from '../../api/jobs/backup.ts';
import { restore } from '../../api/jobs/restore.ts';
import { retain } from '../../api/jobs/retention.ts';
import { describeApi } from '../../api/routes/openapi.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor, comment, track } from '../support/server/actors.ts';
import { broken } from '../support/server/databaseView.ts';
import { createInstallation } from '../support/server/installation.ts';
import { type Client, visitor } from '../support/server/publish.ts';
import { everything } from '../support/server/rowChanges.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

const DAY_MS = 24 * 3600 * 1000;
const app = await createTestApp();
const person = await actor(app, 'user');
const trackId = await track(app, await actor(app, 'user'));
afterAll(() => app.close());

const write = (client: Client, action: string, body: unknown, key: string) =>
  post(client, action, body, { 'idempotency-key': key });
const say = (client: Client, content: string, key: string) =>
  write(client, 'addComment', { trackId, content }, key);
const commentsOf = (content: string) =>
  app.deps.db.selectFrom('comments').selectAll().where('content', '=', content).execute();
const storedAnswersOf = ({ accountId }: Actor) =>
  app.deps.db.selectFrom('idempotency_keys').selectAll().where('account_id', '=', accountId).execute();

test.each(['x', '""', '7d444840', `${randomUUID()}, ${randomUUID()}`, `"${randomUUID()}`, '*'])(
  'refuses the key %s with 400 before the action runs',
  async (key) => {
    const reply = await say(person, `key ${key}`, key);
    expect([reply.status, reply.json.code]).toEqual([400, 'idempotency_key_invalid']);
    expect(await commentsOf(`key ${key}`)).toEqual([]);
  },
);

test('a repeat gets the same answer, with or without quotes, in any case, and stores one row', async () => {
  const key = randomUUID();
  const first = await say(person, 'once', key);
  expect(first.status).toBe(200);
  for (const again of [key, `"${key}"`, key.toUpperCase()]) {
    const reply = await say(person, 'once', again);
    expect([reply.status, reply.json]).toEqual([200, first.json]);
  }
  expect(await commentsOf('once')).toHaveLength(1);
  expect((await say(person, 'once', randomUUID())).json).not.toEqual(first.json);
  expect(await commentsOf('once')).toHaveLength(2);
});

test('runs one of two concurrent tries and answers the other in_flight', async () => {
  const key = randomUUID();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const writer = app.deps.db.transaction().execute(() => held);
  try {
    // Neither try can finish while another writer holds the lock, so the answered try is the refused one.
    const tries = [say(person, 'at once', key), say(person, 'at once', key)];
    const nobody = new Promise<null>((resolve) => setTimeout(resolve, 4000, null));
    const refused = await Promise.race([...tries, nobody]);
    expect([refused?.status, refused?.json.code]).toEqual([409, 'idempotency_key_in_flight']);
    expect(refused?.headers.get('retry-after')).toBe('1');
    release();
    const done = (await Promise.all(tries)).filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect((await say(person, 'at once', key)).json).toEqual(done[0]?.json);
    expect(await commentsOf('at once')).toHaveLength(1);
  } finally {
    release();
    await writer;
  }
});

test('the same key with another body or action answers 422 and does nothing', async () => {
  const key = randomUUID();
  await say(person, 'the first', key);
  const others = [say(person, 'the second', key), write(person, 'addLike', { like: { trackId } }, key)];
  for (const reply of await Promise.all(others)) {
    expect([reply.status, reply.json.code]).toEqual([
      expect.toBeOneOf([409, 422]),
      expect.stringMatching(/^idempotency_key_(in_flight|reused)$/),
    ]);
  }
  const alone = await say(person, 'the second', key);
  expect([alone.status, alone.json.code]).toEqual([422, 'idempotency_key_reused']);
  expect(await commentsOf('the second')).toEqual([]);
  expect(await app.deps.db.selectFrom('likes').selectAll().execute()).toEqual([]);
});

test('a key of another account has no effect', async () => {
  const key = randomUUID();
  const first = await say(person, 'mine', key);
  const other = await say(await actor(app, 'user'), 'mine', key);
  expect(other.status).toBe(200);
  expect((other.json.data as { id: string }).id).not.toBe((first.json.data as { id: string }).id);
  expect(await commentsOf('mine')).toHaveLength(2);
});

test('a refusal is not stored: the next try runs again', async () => {
  const { db } = app.deps;
  const key = randomUUID();
  const hidden = await track(app, person);
  const status = (value: 'active' | 'inactive') =>
    db.updateTable('tracks').set({ status: value }).where('id', '=', hidden).execute();
  const like = async () => write(await other, 'addLike', { like: { trackId: hidden } }, key);
  const other = actor(app, 'user');
  await status('inactive');
  expect((await like()).json.code).toBe('not_found');
  await status('active');
  const done = await like();
  expect(done.status).toBe(200);
  expect((await like()).json).toEqual(done.json);
});

test('does nothing if the answer cannot be stored, and does not store failures', async () => {
  const { db } = app.deps;
  const key = randomUUID();
  const repair = await broken(db, 'insert on idempotency_keys');
  const failed = await say(person, 'all or nothing', key);
  await repair();
  expect([failed.status, failed.json.code]).toEqual([500, 'internal']);
  expect(await commentsOf('all or nothing')).toEqual([]);
  expect((await say(person, 'all or nothing', key)).status).toBe(200);
  expect(await commentsOf('all or nothing')).toHaveLength(1);
});

test('a visitor repeats the first write with its new session; without it the caller is another guest', async () => {
  const key = randomUUID();
  const guest = visitor(app.url);
  const first = await say(guest, 'hello', key);
  expect([first.status, guest.cookie]).toEqual([200, expect.stringMatching(/^aural=./)]);
  const again = await say(guest, 'hello', key);
  expect([again.json, again.headers.get('set-cookie')]).toEqual([first.json, null]);
  const stranger = visitor(app.url);
  const other = await say(stranger, 'hello', key);
  expect(other.json).not.toEqual(first.json);
  expect(stranger.cookie).not.toBe(guest.cookie);
});

test('never answers sign-in and sign-out from stored answers', async () => {
  const own = await withPassword(app, await actor(app, 'user'));
  const key = randomUUID();
  const body = { username: own.username, password: PASSWORD };
  const cookies = new Set<string>();
  for (let times = 0; times < 2; times++) {
    const client = visitor(app.url);
    expect((await write(client, 'login', body, key)).status).toBe(200);
    cookies.add(client.cookie);
    expect((await write({ ...client }, 'logout', {}, key)).status).toBe(200);
    expect((await get(client, 'me')).json.data).toBeNull();
  }
  expect(cookies.size).toBe(2);
  expect(await storedAnswersOf(own)).toEqual([]);
});

test('OpenAPI names exactly the actions that take a key', () => {
  const paths = describeApi({ demoMode: true, publicOrigin: null }).paths as Record<
    string,
    { post?: { parameters?: { name: string }[] } }
  >;
  const takes = (name: string) =>
    paths[`/api/actions/${name}`]?.post?.parameters?.some((each) => each.name === 'Idempotency-Key') ?? false;
  const taking = [...ACTIONS.keys()].filter(takes);
  expect(taking).toEqual(expect.arrayContaining(['addComment', 'addLike', 'updateTrack', 'approveUpload']));
  const secret = ['login', 'logout', 'register', 'recoverAccount', 'changePassword', 'deleteAccount'];
  for (const name of [...secret, 'addUser', 'forceDeleteTrack', 'deleteAllUserContent', 'getTracks']) {
    expect(taking, name).not.toContain(name);
  }
});

test('a stored row reveals neither the key nor deleted text', async () => {
  const key = randomUUID();
  const text = `Words ${randomUUID()}`;
  const first = await say(person, text, key);
  const { id: commentId } = first.json.data as { id: string };
  expect((await write(person, 'deleteComment', { commentId }, randomUUID())).status).toBe(200);
  const all = await everything(app);
  expect(all).not.toContain(text);
  expect(all).not.toContain(key);
  // The write has run; undoing its effect does not make a repeat run again.
  expect((await say(person, text, key)).json).toEqual(first.json);
  expect(await commentsOf(text)).toEqual([]);
});

test('stores a limited number of newest answers, and none that is too large', async () => {
  const { db } = app.deps;
  const own = await actor(app, 'user');
  const named = (serial: number) => ({ key: `key ${serial}`, action: 'addLike', body: serial });
  await db.transaction().execute(async (tx) => {
    for (let serial = 0; serial <= IDEMPOTENCY_KEY_COUNT; serial++) {
      await keepAnswer(tx, own.accountId, named(serial), `answer ${serial}`, 1000 + serial);
    }
  });
  expect(await storedAnswersOf(own)).toHaveLength(IDEMPOTENCY_KEY_COUNT);
  expect(await recallAnswer(db, own.accountId, named(0), 2000)).toBeNull();
  expect(await recallAnswer(db, own.accountId, named(1), 2000)).toBe('answer 1');
  const large = named(-1);
  await keepAnswer(db, own.accountId, large, 'x'.repeat(16 * 1024 + 1), 2000);
  await expect(recallAnswer(db, own.accountId, large, 2000)).rejects.toMatchObject({ code: 'conflict' });
});

test('after a day the key is free and the row deleted', async () => {
  const own = await createTestApp();
  try {
    const speaker = await actor(own, 'user');
    const about = await track(own, await actor(own, 'user'));
    const key = randomUUID();
    const send = () => write(speaker, 'addComment', { trackId: about, content: 'daily' }, key);
    const first = await send();
    own.advance(DAY_MS - 60_000);
    await retain(own.deps);
    expect((await send()).json).toEqual(first.json);
    own.advance(120_000);
    expect((await send()).json).not.toEqual(first.json);
    own.advance(DAY_MS + 60_000);
    await retain(own.deps);
    expect(await own.deps.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  } finally {
    await own.close();
  }
});

test('a visitor who becomes a guest first writes once despite a lost answer', async () => {
  const guest = visitor(app.url);
  const made = await post(guest, 'becomeGuest', {});
  expect([made.status, guest.cookie]).toEqual([200, expect.stringMatching(/^aural=./)]);
  const key = randomUUID();
  const first = await say(guest, 'heard of later', key);
  expect((await say(guest, 'heard of later', key)).json).toEqual(first.json);
  const rows = await commentsOf('heard of later');
  expect(rows.map(({ account_id }) => account_id)).toEqual([(made.json.data as { id: string }).id]);
  // A caller with an account keeps it.
  expect((await post(guest, 'becomeGuest', {})).json).toEqual(made.json);
});

test('a guest keeps its keys on sign-in, and deleting an account deletes its keys', async () => {
  const owner = await withPassword(app, await actor(app, 'user'));
  const guest = await actor(app, 'guest');
  const [both, alone] = [randomUUID(), randomUUID()];
  const ofOwner = await say(owner, 'of the owner', both);
  await say(guest, 'of the owner', both);
  const ofGuest = await say(guest, 'of the guest', alone);
  const body = { username: owner.username, password: PASSWORD, guestRows: 'keep' };
  expect((await post(guest, 'login', body)).status).toBe(200);
  expect((await say(guest, 'of the owner', both)).json).toEqual(ofOwner.json);
  expect((await say(guest, 'of the guest', alone)).json).toEqual(ofGuest.json);
  expect(await storedAnswersOf(owner)).toHaveLength(2);
  expect((await post(guest, 'deleteAccount', { password: PASSWORD })).status).toBe(200);
  expect(await storedAnswersOf(owner)).toEqual([]);
});

test('a restored backup answers stored writes and runs the others', async () => {
  const installation = await createInstallation({}, 'file');
  const folder = `${installation.directory}-backup`;
  try {
    let open = await installation.open();
    const asApp = { ...open, advance: () => {} } as unknown as TestApp;
    const speaker = await actor(asApp, 'user');
    const about = await track(asApp, speaker);
    await comment(asApp, speaker, about);
    const [before, after] = [randomUUID(), randomUUID()];
    const send = (key: string) =>
      write({ url: open.url, cookie: speaker.cookie }, 'addComment', { trackId: about, content: key }, key);
    const first = await send(before);
    await backup(installation.env, folder);
    expect((await send(after)).status).toBe(200);
    await open.close();
    await restore(installation.env, folder);
    open = await installation.open();
    expect((await send(before)).json).toEqual(first.json);
    expect((await send(after)).status).toBe(200);
    const comments = await open.deps.db.selectFrom('comments').select('content').execute();
    expect(comments.map(({ content }) => content).filter((each) => each === before)).toHaveLength(1);
    expect(comments.map(({ content }) => content).filter((each) => each === after)).toHaveLength(1);
    await open.close();
  } finally {
    await installation.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
