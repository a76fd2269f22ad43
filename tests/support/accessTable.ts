// Who may call what: every action by seven kinds of caller, written by hand and not read from the code, with a body
// that is good enough for a caller who may. An action the table lacks does not compile, and fails `access.test.ts`.

import { hashPassword } from '../../api/accounts/passwords.ts';
import { ACTIONS } from '../../api/actions.ts';
import type { ActionName } from '../../api/contract/actions.ts';
import type { ErrorCode } from '../../api/contract/errors.ts';
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
} from './actors.ts';
import { rowChanges } from './rowChanges.ts';
import type { TestApp } from './testApp.ts';
import { get, post, type WireReply } from './wire.ts';

export const CALLERS = ['visitor', 'guest', 'stranger', 'owner', 'moderator', 'admin', 'revoked'] as const;
export type CallerKind = (typeof CALLERS)[number];

/** `owner`: the person it belongs to; `owner+`: and moderators. */
type Level = 'public' | 'guest' | 'signedIn' | 'owner' | 'owner+' | 'moderator' | 'admin' | 'demo';

/** Whom a body is about, and who sends it. */
export interface Scene {
  app: TestApp;
  owner: Actor;
  caller: Actor;
}

interface Row {
  level: Level;
  body?: (scene: Scene) => unknown | Promise<unknown>;
  /** What a caller who may call it is answered; success unless named. */
  answers?: (caller: CallerKind) => ErrorCode | null;
}

export const PASSWORD = 'Correct-Horse-9';

const onTrack = ({ app, owner }: Scene) => track(app, owner);
const onComment = async (scene: Scene) => comment(scene.app, scene.owner, await onTrack(scene));
const somebody = async ({ app }: Scene) => (await actor(app, 'user')).accountId;
let names = 0;
const freshName = () => `Fresh_${++names}`;
/** Only accounts with a password are asked for it. */
const wrongForGuests = (caller: CallerKind) => (caller === 'guest' ? 'wrong_credentials' : null);

export const TABLE: Record<ActionName, Row> = {
  getDatabase: { level: 'public' },
  getTracks: { level: 'public' },
  getPendingUploads: { level: 'public' },
  getAutoApproveStatus: { level: 'public' },
  getConfig: { level: 'public' },
  getUser: { level: 'public', body: ({ owner }) => ({ userId: owner.accountId }) },
  getUserData: { level: 'owner+', body: ({ owner }) => ({ userId: owner.accountId }) },
  getComments: { level: 'public', body: async (scene) => ({ trackId: await onTrack(scene) }) },
  me: { level: 'public' },
  exportAccount: { level: 'signedIn' },
  getReports: { level: 'moderator' },
  getTrackEdits: { level: 'moderator', body: async (scene) => ({ trackId: await onTrack(scene) }) },
  getUsers: { level: 'moderator' },
  getStatistics: { level: 'moderator', body: () => ({ days: '30' }) },
  getPowChallenge: { level: 'guest', body: () => ({ sha256: 'a'.repeat(64), size: 1 }) },
  register: {
    level: 'guest',
    body: () => ({ username: freshName(), password: PASSWORD, isOver18: true }),
    answers: (caller) => (caller === 'visitor' || caller === 'guest' ? null : 'conflict'),
  },
  login: {
    level: 'public',
    body: async ({ app }) => {
      const { username } = await withPassword(app, await actor(app, 'user'));
      return { username, password: PASSWORD };
    },
  },
  logout: { level: 'signedIn' },
  changePassword: {
    level: 'signedIn',
    body: () => ({ password: PASSWORD, newPassword: 'Other-Horse-8' }),
    answers: wrongForGuests,
  },
  recoverAccount: {
    level: 'public',
    body: () => ({ username: 'nobody', recoveryCode: 'none', newPassword: 'Other-Horse-8' }),
    answers: () => 'wrong_credentials',
  },
  deleteAccount: { level: 'signedIn', body: () => ({ password: PASSWORD }) },
  updateUser: { level: 'owner', body: ({ owner }) => ({ userId: owner.accountId, updates: { bio: 'Hi' } }) },
  updateUserData: {
    level: 'owner',
    body: ({ owner }) => ({ userId: owner.accountId, userData: { bio: 'Hi' } }),
  },
  addUser: { level: 'admin', body: () => ({ user: { username: freshName(), password: PASSWORD } }) },
  deleteUser: { level: 'admin', body: async (scene) => ({ userId: await somebody(scene) }) },
  addTrack: {
    level: 'signedIn',
    body: async ({ app, owner, caller }) => ({
      track: { id: await waitingUpload(app, caller.accountId === '' ? owner : caller), title: 'Described' },
    }),
  },
  updateTrack: {
    level: 'owner',
    body: async (scene) => ({ trackId: await onTrack(scene), updates: { title: 'New' } }),
  },
  deleteTrack: { level: 'owner+', body: async (scene) => ({ trackId: await onTrack(scene) }) },
  incrementPlay: { level: 'public', body: async (scene) => ({ trackId: await onTrack(scene) }) },
  addComment: { level: 'guest', body: async (scene) => ({ trackId: await onTrack(scene), content: 'Hm' }) },
  deleteComment: { level: 'owner+', body: async (scene) => ({ commentId: await onComment(scene) }) },
  addLike: { level: 'guest', body: async (scene) => ({ like: { trackId: await onTrack(scene) } }) },
  removeLike: {
    level: 'owner',
    body: async (scene) => {
      const { app, owner } = scene;
      return { likeId: await like(app, owner, await onTrack(scene), owner) };
    },
  },
  addBookmark: { level: 'guest', body: async (scene) => ({ bookmark: { trackId: await onTrack(scene) } }) },
  removeBookmark: {
    level: 'owner',
    body: async (scene) => {
      const { app, owner } = scene;
      return { bookmarkId: await like(app, owner, await onTrack(scene), owner, 'bookmarks') };
    },
  },
  addCommentLike: {
    level: 'guest',
    body: async (scene) => ({ like: { commentId: await onComment(scene) } }),
  },
  removeCommentLike: {
    level: 'owner',
    body: async (scene) => ({ likeId: await commentLike(scene.app, scene.owner, await onComment(scene)) }),
  },
  addFollow: { level: 'guest', body: async (scene) => ({ follow: { followingId: await somebody(scene) } }) },
  removeFollow: {
    level: 'owner',
    body: async (scene) => {
      const { app, owner } = scene;
      return { followId: (await addFollow(app.deps.db, owner.accountId, await somebody(scene), 0)).id };
    },
  },
  addUserActivity: { level: 'signedIn' },
  addNotification: { level: 'signedIn' },
  markActivityAsRead: { level: 'signedIn', body: () => ({ activityId: 'all' }) },
  markNotificationAsRead: { level: 'signedIn', body: () => ({ notificationId: 'all' }) },
  removeNotification: { level: 'signedIn', body: () => ({ notificationId: 'all' }) },
  addReport: {
    level: 'guest',
    body: async (scene) => ({ report: { type: 'recording', targetId: await onTrack(scene) } }),
  },
  updateReportStatus: {
    level: 'moderator',
    body: async (scene) => ({
      reportId: await report(scene.app, scene.owner, await onTrack(scene)),
      status: 'reviewed',
    }),
  },
  deleteReport: {
    level: 'moderator',
    body: async (scene) => ({ reportId: await report(scene.app, scene.owner, await onTrack(scene)) }),
  },
  approveUpload: {
    level: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  rejectUpload: {
    level: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  setAutoApproveStatus: { level: 'admin', body: () => ({ status: false }) },
  forceDeleteTrack: {
    level: 'admin',
    body: async ({ app, owner }) => {
      await track(app, owner, 'Taken down');
      return { trackTitle: 'Taken down', username: owner.username, password: PASSWORD };
    },
  },
  deleteAllUserContent: { level: 'admin', body: () => ({ password: PASSWORD }) },
  resetDatabase: { level: 'demo' },
  forceCreateDemoData: { level: 'demo' },
  forceAddHollaTracks: { level: 'demo' },
  addDemoActivitiesAndNotifications: { level: 'demo' },
};

/** What the rights alone must answer; null when they let the call through. */
function refusal(level: Level, caller: CallerKind): ErrorCode | null {
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

let passwordHash: string | null = null;

/** The same account with `PASSWORD`. */
export async function withPassword(app: TestApp, person: Actor): Promise<Actor> {
  passwordHash ??= await hashPassword(PASSWORD);
  await app.deps.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', person.accountId)
    .execute();
  return person;
}

export async function callerOf(app: TestApp, kind: CallerKind, owner: Actor): Promise<Actor> {
  switch (kind) {
    case 'visitor':
      return { url: app.url, cookie: '', accountId: '', username: '' };
    case 'owner':
      return owner;
    case 'revoked':
      return revoked(app, 'admin');
    case 'guest':
      return actor(app, 'guest');
    default:
      return withPassword(app, await actor(app, kind === 'stranger' ? 'user' : kind));
  }
}

export function call(client: Actor, name: ActionName, body: unknown): Promise<WireReply> {
  const isRead = ACTIONS.get(name)?.method === 'GET';
  return isRead ? get(client, name, (body ?? {}) as Record<string, string>) : post(client, name, body ?? {});
}

/** null when this caller is answered as the table says, and a refused call wrote nothing; else what happened. */
export async function wrongCell(app: TestApp, name: ActionName, kind: CallerKind): Promise<string | null> {
  const { level, body, answers } = TABLE[name];
  const owner = await withPassword(app, await actor(app, 'user'));
  const caller = await callerOf(app, kind, owner);
  const sent = await body?.({ app, owner, caller });
  const before = await rowChanges(app);
  const reply = await call(caller, name, sent);
  const written = (await rowChanges(app)) - before;
  const denied = refusal(level, kind);
  const expected = denied ?? answers?.(kind) ?? null;
  const code = reply.json.code ?? null;
  const told = `${name} by ${kind}: ${reply.status} ${code}, expected ${expected ?? 'success'}`;
  if (code !== expected || reply.json.success !== (expected === null)) return told;
  return denied !== null && written > 0 ? `${name} by ${kind}: refused, but wrote ${written} rows` : null;
}
