// Compares the answer of every action with its declaration, with every list filled.
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ActionName, CALLS } from '../../api/contract/actions.ts';
import type { Call } from '../../api/contract/call.ts';
import { type PendingUploadView, transferState, uploadReply } from '../../api/contract/uploads.ts';
import { ensureDemoUser } from '../../api/demo/queries.ts';
import { DEMO_TRACKS, DEMO_USER } from '../../api/demo/tracks.ts';
import { describeApi } from '../../api/routes/openapi.ts';
import { checkDeclared } from '../support/rules/declared.ts';
import { CASES, call, PASSWORD, withPassword } from '../support/server/accessTable.ts';
import {
  type Actor,
  actor,
  comment,
  commentLike,
  report,
  track,
  waitingUpload,
} from '../support/server/actors.ts';
import { callAction, capToken, publish, visitor } from '../support/server/publish.ts';
import { createTestApp, recording } from '../support/server/testApp.ts';
import { createTransfer } from '../support/server/transfers.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp({ env: { DEMO_MODE: 'off' } });
afterAll(() => app.close());

const calls = Object.entries<Call>(CALLS);

/** Places in a JSON schema that would accept an undeclared field. */
function openObjects(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, additionalProperties } = schema as Record<string, unknown>;
  const here = properties !== undefined && additionalProperties !== false ? [at] : [];
  return [...here, ...Object.entries(schema).flatMap(([key, each]) => openObjects(each, `${at}.${key}`))];
}

test('no declared answer accepts an undeclared field', () => {
  const answers: [string, z.ZodMiniType | null][] = [
    ...calls.flatMap(([name, { data, extra }]): [string, z.ZodMiniType | null][] => [
      [name, data],
      [`${name} extra`, extra],
    ]),
    ['upload', uploadReply],
    ['transfer', transferState],
  ];
  const open = answers.flatMap(([name, schema]) =>
    schema ? openObjects(z.toJSONSchema(schema, { io: 'input' }), name) : [],
  );
  expect(open).toEqual([]);
});

/** Empty lists of an answer, which would prove nothing. */
function emptyLists(value: unknown, at: string): string[] {
  if (Array.isArray(value) && value.length === 0) return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => emptyLists(each, `${at}.${key}`));
}

/** An admin with content of every kind, which other accounts have acted on. */
async function busyAdmin(): Promise<{ admin: Actor; trackId: string }> {
  const admin = await withPassword(app, await actor(app, 'admin'));
  const fan = await withPassword(app, await actor(app, 'user'));
  const { accountId } = admin;
  const trackId = await track(app, admin);
  const commentId = await comment(app, admin, trackId);
  await waitingUpload(app, admin);
  await commentLike(app, admin, commentId);
  const bytes = recording();
  await publish(admin, bytes, { title: 'Heard', filename: 'a.wav', type: 'audio/wav' });
  const other = recording();
  await createTransfer(admin, other, { capToken: await capToken(admin, other) });
  for (const [name, body] of [
    [
      'updateUser',
      { userId: accountId, updates: { username: `Busy_${accountId.slice(0, 8)}`, tags: ['Soft'] } },
    ],
    ['addLike', { like: { trackId } }],
    ['addBookmark', { bookmark: { trackId } }],
    ['addFollow', { follow: { followingId: fan.accountId } }],
    ['addReport', { report: { type: 'recording', targetId: trackId } }],
    ['updateTrack', { trackId, updates: { title: 'Other words' } }],
    ['updateTrack', { trackId, updates: { gender: 'Couple', consentVersion: 1 } }],
    ['hidePerson', { userId: (await actor(app, 'user')).accountId, kind: 'mute' }],
    ['incrementPlay', { trackId }],
  ] as const) {
    await callAction(admin, name, body);
  }
  await callAction(fan, 'addLike', { like: { trackId } });
  await callAction(fan, 'addComment', { trackId, content: 'Hm' });
  const targetId = await comment(app, admin, trackId);
  const { id: reportId } = await callAction<{ id: string }>(fan, 'addReport', {
    report: { type: 'comment', targetId },
  });
  const decision = { reportId, status: 'resolved', outcome: 'removed', ruleId: 'other' };
  await callAction(await actor(app, 'moderator'), 'updateReportStatus', decision);
  return { admin, trackId };
}

/** A pending edit by an account with earlier reports and decisions; returns its id. */
async function knownSender(admin: Actor): Promise<string> {
  const sender = await actor(app, 'user');
  const trackId = await track(app, sender);
  await report(app, admin, trackId);
  await callAction(admin, 'holdEvidence', { subject: 'track', subjectId: trackId, reason: 'A letter' });
  await callAction(admin, 'approveUpload', { uploadId: await waitingUpload(app, sender) });
  await callAction(sender, 'updateTrack', { trackId, updates: { title: 'Other words' } });
  const rows = (await get(admin, 'getPendingUploads')).json.data as PendingUploadView[];
  return rows.find(({ userId }) => userId === sender.accountId)?.uploadId ?? '';
}

test('every read answers its declared fields, with filled lists (row 54)', async () => {
  const { admin, trackId } = await busyAdmin();
  const queries: Partial<Record<string, Record<string, string>>> = {
    checkUsername: { username: 'Rose' },
    getUser: { userId: admin.accountId },
    getUserData: { userId: admin.accountId },
    getComments: { trackId },
    getTrackEdits: { trackId },
    getTranscript: { trackId },
    getUploaderRecord: { uploadId: await knownSender(admin) },
    findEvidence: { subject: 'track', subjectId: trackId },
  };
  const empty: string[] = [];
  for (const [name, { method }] of calls) {
    if (method !== 'GET') continue;
    const { json } = await get(admin, name, queries[name]);
    expect(json.success, name).toBe(true);
    empty.push(...emptyLists(json.data, name));
  }
  // Flags are rare, and the fan has no tags.
  expect(empty.filter((at) => !/\.(flags|tags)$/.test(at))).toEqual([]);
});

/** All strings of an answer, with the names of their fields. */
function stringsIn(value: unknown, at = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => stringsIn(each, Array.isArray(value) ? at : key));
}

test('no answer to a visitor holds an e-mail, a password or private notifications (row 54)', async () => {
  const EMAIL = 'rose@example.org';
  const person = visitor(app.url);
  const wish = { username: 'Rose_Told', password: PASSWORD, email: EMAIL, isOver18: true };
  const { me } = await callAction<{ me: { id: string } }>(person, 'register', wish);
  const { trackId } = await busyAdmin();
  await callAction(person, 'addComment', { trackId, content: 'For its owner only' });
  const { password_hash: hash } = await app.deps.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow();
  expect(hash?.length).toBeGreaterThan(20);
  const newsRows = await app.deps.db.selectFrom('notifications').select('id').execute();
  expect(newsRows.length).toBeGreaterThan(0);
  const kept = new Set([EMAIL, hash, PASSWORD, ...newsRows.map(({ id }) => id)]);
  const queries: Partial<Record<string, Record<string, string>>> = {
    getUser: { userId: me.id },
    getUserData: { userId: me.id },
    getComments: { trackId },
  };
  let answered = 0;
  for (const [name, { method }] of calls) {
    if (method !== 'GET') continue;
    const { json } = await get(visitor(app.url), name, queries[name]);
    if (json.success) answered++;
    const leaked = stringsIn(json).filter(([field, text]) => kept.has(text) || /email|password/i.test(field));
    expect(leaked, name).toEqual([]);
  }
  expect(answered).toBeGreaterThan(8);
});

const writes = calls.filter(([, { method, demoOnly }]) => method === 'POST' && !demoOnly);

test.each(writes.map(([name]) => name as ActionName))(
  '%s answers its declared fields (row 55)',
  async (name) => {
    const role = name === 'register' ? 'guest' : 'admin';
    const owner = await withPassword(app, await actor(app, role));
    if (name === 'recoverAccount') {
      const wish = { username: `Lost_${owner.accountId.slice(0, 8)}`, password: PASSWORD, isOver18: true };
      const { recoveryCode } = await callAction<{ recoveryCode: string }>(visitor(app.url), 'register', wish);
      const body = { username: wish.username, recoveryCode, newPassword: 'Other-Horse-8' };
      expect((await post(visitor(app.url), name, body)).json.success).toBe(true);
      return;
    }
    // Moderators and admins don't decide about their own content.
    const isStaff = CASES[name].role !== undefined;
    const other = isStaff ? await withPassword(app, await actor(app, 'user')) : owner;
    const sent = await CASES[name].body?.({ app, owner: other, caller: owner });
    if (name === 'returnAsGuest') {
      expect((await post(visitor(app.url), name, sent)).json.success).toBe(true);
      return;
    }
    expect((await call(owner, name, sent)).json).toMatchObject({ success: true });
  },
);

test('the demo tools answer as declared', async () => {
  const demo = await createTestApp({ env: { DEMO_MODE: 'on' } });
  try {
    const user = await ensureDemoUser(demo.deps.db, demo.deps.now());
    const person = { url: demo.url, cookie: '', accountId: DEMO_USER.id, username: user?.username ?? '' };
    // Rows without bytes: making the pieces takes long.
    for (const { id, title } of DEMO_TRACKS) await track(demo, person, title, ['Soft'], id);
    const admin = await actor(demo, 'admin');
    const tracks = DEMO_TRACKS.length;
    expect(await callAction(admin, 'forceCreateDemoData')).toEqual({ tracks });
    expect(await callAction(admin, 'forceAddHollaTracks')).toEqual({ tracks });
    await callAction(admin, 'addDemoActivitiesAndNotifications');
    const others = calls.filter(([, { demoOnly }]) => demoOnly).map(([name]) => name);
    // `resetDatabase` makes every piece again and answers null.
    expect(others).toHaveLength(4);
  } finally {
    await demo.close();
  }
});

test('reports an extra field, in the data and next to it, and a missing one', () => {
  const pages = { success: true, data: [] };
  checkDeclared('getTracks', { ...pages, nextCursor: 'x' });
  expect(() => checkDeclared('getTracks', { ...pages, secret: 1 })).toThrow(/secret/);
  expect(() => checkDeclared('login', { success: true, data: { id: 'x' } })).toThrow(/data\.username/);
  expect(() => checkDeclared('incrementPlay', { success: true, data: { plays: 1, by: 'x' } })).toThrow(/by/);
});

test('the description lists the answer of each action, with the fields next to the data', () => {
  type Described = Record<string, Record<string, { responses: Record<string, { content: Content }> }>>;
  type Content = Record<string, { schema: { properties: Record<string, { type?: string }> } }>;
  const paths = describeApi({ demoMode: true, publicOrigin: null }).paths as Described;
  for (const [name, { method }] of calls) {
    const operation = paths[`/api/actions/${name}`]?.[method.toLowerCase()];
    const { properties } = operation?.responses['200']?.content['application/json']?.schema ?? {};
    expect(Object.keys(properties?.data ?? {}), name).not.toEqual([]);
  }
  const tracks = paths['/api/actions/getTracks']?.get?.responses['200']?.content['application/json'];
  expect(tracks?.schema.properties.nextCursor).toMatchObject({ type: 'string' });
});
