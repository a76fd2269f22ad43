// Who may call what (Z1): every action of the registry by seven kinds of caller. The table is written by hand
// and not read from the code; an action it lacks fails the test.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../api/actions.ts';
import type { ActionName } from '../../api/contract/actions.ts';
import { addFollow } from '../../api/follows/queries.ts';
import {
  type Actor,
  actor,
  comment,
  commentLike,
  like,
  report,
  revoked,
  track,
  waitingUpload,
} from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { get, post, type WireReply } from '../support/wire.ts';

const CALLERS = ['visitor', 'guest', 'stranger', 'owner', 'moderator', 'admin', 'revoked'] as const;
type Caller = (typeof CALLERS)[number];

/** `owner`: the person it belongs to; `owner+`: and moderators. */
type Level = 'public' | 'guest' | 'signedIn' | 'owner' | 'owner+' | 'moderator' | 'admin' | 'demo';

interface Row {
  level: Level;
  /** A body about something of `owner`. */
  body?: (owner: Actor) => unknown | Promise<unknown>;
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { DEMO_MODE: 'off' } });
});
afterAll(() => app.close());

const onTrack = async (owner: Actor) => track(app, owner);
const onComment = async (owner: Actor) => comment(app, owner, await track(app, owner));

const TABLE: Record<ActionName, Row> = {
  getDatabase: { level: 'public' },
  getTracks: { level: 'public' },
  getPendingUploads: { level: 'public' },
  getAutoApproveStatus: { level: 'public' },
  getConfig: { level: 'public' },
  getUser: { level: 'public', body: (owner) => ({ userId: owner.accountId }) },
  getUserData: { level: 'owner+', body: (owner) => ({ userId: owner.accountId }) },
  getComments: { level: 'public', body: () => ({ trackId: 'none' }) },
  me: { level: 'public' },
  exportAccount: { level: 'signedIn' },
  getReports: { level: 'moderator' },
  getTrackEdits: { level: 'moderator', body: () => ({ trackId: 'none' }) },
  getUsers: { level: 'moderator' },
  getStatistics: { level: 'moderator' },
  getPowChallenge: { level: 'guest', body: () => ({ sha256: 'a'.repeat(64), size: 1 }) },
  register: { level: 'guest', body: () => ({ username: 'x', password: 'y', isOver18: true }) },
  login: { level: 'public', body: () => ({ username: 'nobody', password: 'wrong' }) },
  logout: { level: 'signedIn' },
  changePassword: { level: 'signedIn', body: () => ({ password: 'a', newPassword: 'b' }) },
  recoverAccount: { level: 'public', body: () => ({ username: 'x', recoveryCode: 'y', newPassword: 'z' }) },
  deleteAccount: { level: 'signedIn' },
  updateUser: { level: 'owner', body: (owner) => ({ userId: owner.accountId, updates: { bio: 'Hi' } }) },
  updateUserData: { level: 'owner', body: (owner) => ({ userId: owner.accountId, userData: { bio: 'Hi' } }) },
  addUser: { level: 'admin', body: () => ({ user: { username: 'x', password: 'y' } }) },
  deleteUser: { level: 'admin', body: () => ({ userId: 'none' }) },
  addTrack: { level: 'signedIn', body: () => ({ track: { id: 'none' } }) },
  updateTrack: { level: 'owner', body: async (owner) => ({ trackId: await onTrack(owner), updates: {} }) },
  deleteTrack: { level: 'owner+', body: async (owner) => ({ trackId: await onTrack(owner) }) },
  incrementPlay: { level: 'public', body: () => ({ trackId: 'none' }) },
  addComment: { level: 'guest', body: () => ({ trackId: 'none', content: 'Hm' }) },
  deleteComment: { level: 'owner+', body: async (owner) => ({ commentId: await onComment(owner) }) },
  addLike: { level: 'guest', body: () => ({ like: { trackId: 'none' } }) },
  removeLike: {
    level: 'owner',
    body: async (owner) => ({ likeId: await like(app, owner, await track(app, owner), owner) }),
  },
  addBookmark: { level: 'guest', body: () => ({ bookmark: { trackId: 'none' } }) },
  removeBookmark: {
    level: 'owner',
    body: async (owner) => ({
      bookmarkId: await like(app, owner, await track(app, owner), owner, 'bookmarks'),
    }),
  },
  addCommentLike: { level: 'guest', body: () => ({ like: { commentId: 'none' } }) },
  removeCommentLike: {
    level: 'owner',
    body: async (owner) => ({ likeId: await commentLike(app, owner, await onComment(owner)) }),
  },
  addFollow: { level: 'guest', body: () => ({ follow: { followingId: 'none' } }) },
  removeFollow: {
    level: 'owner',
    body: async (owner) => {
      const other = await actor(app, 'user');
      return { followId: (await addFollow(app.deps.db, owner.accountId, other.accountId, 0)).id };
    },
  },
  addUserActivity: { level: 'signedIn' },
  addNotification: { level: 'signedIn' },
  markActivityAsRead: { level: 'signedIn', body: () => ({ activityId: 'all' }) },
  markNotificationAsRead: { level: 'signedIn', body: () => ({ notificationId: 'all' }) },
  removeNotification: { level: 'signedIn', body: () => ({ notificationId: 'all' }) },
  addReport: { level: 'guest', body: () => ({ report: { type: 'recording', targetId: 'none' } }) },
  updateReportStatus: {
    level: 'moderator',
    body: async (owner) => ({
      reportId: await report(app, owner, await track(app, owner)),
      status: 'reviewed',
    }),
  },
  deleteReport: {
    level: 'moderator',
    body: async (owner) => ({ reportId: await report(app, owner, await track(app, owner)) }),
  },
  approveUpload: {
    level: 'moderator',
    body: async (owner) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  rejectUpload: {
    level: 'moderator',
    body: async (owner) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  setAutoApproveStatus: { level: 'admin', body: () => ({ status: false }) },
  forceDeleteTrack: { level: 'admin', body: () => ({ trackTitle: 'x', username: 'y', password: 'wrong' }) },
  deleteAllUserContent: { level: 'admin', body: () => ({ password: 'wrong' }) },
  resetDatabase: { level: 'demo' },
  forceCreateDemoData: { level: 'demo' },
  forceAddHollaTracks: { level: 'demo' },
  addDemoActivitiesAndNotifications: { level: 'demo' },
};

/** What the rights alone must answer; null when they let the call through. */
function refusal(level: Level, caller: Caller): string | null {
  const isKnown = caller !== 'visitor' && caller !== 'revoked';
  const moderates = caller === 'moderator' || caller === 'admin';
  const needsAccount = isKnown ? null : 'not_signed_in';
  switch (level) {
    case 'demo':
      return 'unknown_action';
    case 'public':
      return null;
    case 'guest':
      return caller === 'revoked' ? 'not_signed_in' : null;
    case 'signedIn':
      return needsAccount;
    case 'owner':
      return needsAccount ?? (caller === 'owner' ? null : 'forbidden');
    case 'owner+':
      return needsAccount ?? (caller === 'owner' || moderates ? null : 'forbidden');
    case 'moderator':
      return needsAccount ?? (moderates ? null : 'forbidden');
    case 'admin':
      return needsAccount ?? (caller === 'admin' ? null : 'forbidden');
  }
}

async function clientOf(caller: Caller, owner: Actor): Promise<Actor> {
  switch (caller) {
    case 'visitor':
      return { url: app.url, cookie: '', accountId: '', username: '' };
    case 'owner':
      return owner;
    case 'revoked':
      return revoked(app, 'admin');
    case 'stranger':
      return actor(app, 'user');
    default:
      return actor(app, caller);
  }
}

function call(client: Actor, name: ActionName, body: unknown): Promise<WireReply> {
  const isRead = ACTIONS.get(name)?.method === 'GET';
  return isRead ? get(client, name, (body ?? {}) as Record<string, string>) : post(client, name, body ?? {});
}

test('the table names every action there is, and no other', () => {
  expect([...ACTIONS.keys()].sort()).toEqual(Object.keys(TABLE).sort());
});

test.each(Object.keys(TABLE) as ActionName[])('%s lets in whom the table names', async (name) => {
  const { level, body } = TABLE[name];
  const wrong: string[] = [];
  for (const caller of CALLERS) {
    const owner = await actor(app, 'user');
    const client = await clientOf(caller, owner);
    const reply = await call(client, name, await body?.(owner));
    const expected = refusal(level, caller);
    const code = reply.json.code ?? null;
    const isRight = expected === null ? code !== 'not_signed_in' && code !== 'forbidden' : code === expected;
    if (!isRight || reply.status >= 500)
      wrong.push(`${caller}: ${reply.status} ${code}, expected ${expected}`);
  }
  expect(wrong).toEqual([]);
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

// Z2: fields a caller may not set.
const SMUGGLED = {
  likes: 99,
  plays: 99,
  status: 'active',
  userId: 'smuggled',
  account_id: 'smuggled',
  role: 'admin',
  isVerified: true,
  createdAt: '1999-01-01T00:00:00Z',
  autoApproved: true,
  reviewedBy: 'smuggled',
  total_likes: 99,
};

test('fields nobody may set have no effect', async () => {
  const owner = await actor(app, 'user');
  const trackId = await track(app, owner);
  await post(owner, 'updateTrack', { trackId, ...SMUGGLED, updates: { title: 'Changed', ...SMUGGLED } });
  await post(owner, 'updateUser', {
    ...SMUGGLED,
    userId: owner.accountId,
    updates: { bio: 'Changed', ...SMUGGLED },
  });
  await post(owner, 'addLike', { ...SMUGGLED, like: { trackId, ...SMUGGLED } });
  await post(owner, 'addComment', { trackId, content: 'Hm', ...SMUGGLED });
  await post(owner, 'addFollow', { follow: { followingId: randomUUID(), followerId: 'smuggled' } });
  const database = JSON.stringify({
    track: await app.deps.db.selectFrom('tracks').selectAll().where('id', '=', trackId).executeTakeFirst(),
    account: await app.deps.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', owner.accountId)
      .executeTakeFirst(),
    comments: await app.deps.db.selectFrom('comments').selectAll().where('track_id', '=', trackId).execute(),
  });
  expect(database).not.toMatch(/smuggled|99,|1999/);
  expect(database).toContain('Changed');
  expect(database).toContain('"role":"user"');
});

// Z3: what a stranger sees of others.
test('a stranger walking every read sees nothing that is private', async () => {
  const owner = await actor(app, 'user');
  const { db, keys } = app.deps;
  await db
    .updateTable('accounts')
    .set({ email: 'secret@mail.example', password_hash: 'secret-hash', recovery_hash: 'secret-recovery' })
    .where('id', '=', owner.accountId)
    .execute();
  const trackId = await track(app, owner);
  await waitingUpload(app, owner, 'secret-title');
  await report(app, owner, trackId, 'secret-report');
  const fan = await actor(app, 'user');
  const likeId = await like(app, fan, trackId, owner);
  const secrets = [
    'secret',
    likeId,
    fan.username,
    fan.accountId,
    owner.cookie.split('=')[1] ?? 'none',
    keys.pseudonym('address', '127.0.0.1'),
  ];
  const reads = [...ACTIONS].filter(([, action]) => action.method === 'GET').map(([name]) => name);
  for (const client of [await clientOf('visitor', owner), await actor(app, 'user')]) {
    for (const name of reads) {
      for (const query of [{}, { userId: owner.accountId }, { trackId }] as Record<string, string>[]) {
        const { json } = await get(client, name, query);
        for (const secret of secrets) expect(JSON.stringify(json), name).not.toContain(secret);
      }
    }
  }
});
