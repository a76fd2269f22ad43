// Permissions of every action for seven kinds of callers. The contract declares them; here is a valid body for permitted
// callers. An action without a case does not compile.

import { hashPassword } from '../../../api/accounts/passwords.ts';
import { type ActionName, CALLS } from '../../../api/contract/actions.ts';
import type { Call } from '../../../api/contract/call.ts';
import type { ErrorCode } from '../../../api/contract/errors.ts';
import { findCaseOf } from '../../../api/evidence/queries.ts';
import { sealEvidence } from '../../../api/evidence/store.ts';
import { addFollow } from '../../../api/follows/store.ts';
import { noteConsent } from '../../../api/tracks/consentStore.ts';
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
import { callAction, capToken, visitor } from './publish.ts';
import { rowChanges } from './rowChanges.ts';
import type { TestApp } from './testApp.ts';
import { get, post, type WireReply } from './wire.ts';

export const CALLERS = ['visitor', 'guest', 'stranger', 'owner', 'moderator', 'admin', 'revoked'] as const;
export type CallerKind = (typeof CALLERS)[number];

/** The accounts that a body refers to, and its sender. */
export interface Scene {
  app: TestApp;
  owner: Actor;
  caller: Actor;
}

/** Roles that an action requires, stated here and in the contract: one mistake in either grants nothing. */
export type AssignableRole = 'moderator' | 'admin';

interface Case {
  role?: AssignableRole;
  body?: (scene: Scene) => unknown | Promise<unknown>;
  /** The answer for a permitted caller; success by default. */
  answers?: (caller: CallerKind) => ErrorCode | null;
}

export const PASSWORD = 'Correct-Horse-9';

const onTrack = ({ app, owner }: Scene) => track(app, owner);
const onComment = async (scene: Scene) => comment(scene.app, scene.owner, await onTrack(scene));
const newUserId = async ({ app }: Scene) => (await actor(app, 'user')).accountId;
/** A recording of several people with a consent statement. */
async function consented(app: TestApp, owner: Actor): Promise<string> {
  const id = await track(app, owner);
  const consent = { id, accountId: owner.accountId, version: 1, givenAt: app.deps.now() };
  await app.deps.db.transaction().execute((tx) => noteConsent(tx, consent));
  return id;
}
async function consentToken({ app }: Scene): Promise<string> {
  const owner = await actor(app, 'user');
  const recordingId = await consented(app, owner);
  return (await callAction<{ token: string }>(owner, 'createConsentLink', { recordingId })).token;
}
/** A sealed recording: the id of its case. */
async function sealedCase(scene: Scene): Promise<string> {
  const about = { subject: 'track', id: await onTrack(scene) } as const;
  await sealEvidence(scene.app.deps.db, about, 'held', scene.app.deps.now());
  return (await findCaseOf(scene.app.deps.db, about))?.id ?? '';
}
let names = 0;
const freshName = () => `Fresh_${++names}`;
/** Only accounts with a password must enter it. */
const wrongForGuests = (caller: CallerKind) => (caller === 'guest' ? 'wrong_credentials' : null);

/** A moderator's statement about listening before a decision. */
const HEARD = { way: 'listened', seconds: 4 } as const;

export const CASES: Record<ActionName, Case> = {
  getDatabase: {},
  getTracks: {},
  getTags: {},
  getPendingUploads: {},
  getMyUploads: {},
  getUploadStats: { body: () => ({ deviceId: 'a-phone' }) },
  getAutoApproveStatus: {},
  getConfig: {},
  getRules: {},
  getUser: { body: ({ owner }) => ({ userId: owner.accountId }) },
  getUserData: { body: ({ owner }) => ({ userId: owner.accountId }) },
  getComments: { body: async (scene) => ({ trackId: await onTrack(scene) }) },
  me: {},
  exportAccount: {},
  getReports: { role: 'moderator' },
  getTranscript: { body: async (scene) => ({ trackId: await onTrack(scene) }) },
  getTrackEdits: { role: 'moderator', body: async (scene) => ({ trackId: await onTrack(scene) }) },
  getUsers: { role: 'moderator' },
  getOverview: { role: 'moderator' },
  getTrackTable: { role: 'moderator', body: () => ({ sort: 'title', search: 'whis' }) },
  getUserTable: { role: 'moderator', body: () => ({ sort: 'uploads', direction: 'asc' }) },
  getCommentTable: { role: 'moderator', body: async (scene) => ({ track: await onTrack(scene) }) },
  getReportTable: { role: 'moderator', body: () => ({ sort: 'status' }) },
  getAuditTable: { role: 'admin', body: ({ owner }) => ({ user: owner.accountId }) },
  checkAuditLog: { role: 'admin', body: () => ({ position: 1, hash: 'a'.repeat(64), password: PASSWORD }) },
  getStatistics: { role: 'moderator', body: () => ({ days: '30' }) },
  getPowChallenge: { body: () => ({ sha256: 'a'.repeat(64), size: 1 }) },
  checkUsername: { body: () => ({ username: freshName() }) },
  getCommonPasswords: {},
  register: {
    body: () => ({ username: freshName(), password: PASSWORD, isOver18: true }),
    answers: (caller) => (caller === 'visitor' || caller === 'guest' ? null : 'conflict'),
  },
  becomeGuest: {},
  login: {
    body: async ({ app }) => {
      const { username } = await withPassword(app, await actor(app, 'user'));
      return { username, password: PASSWORD };
    },
  },
  logout: {},
  getDevices: {},
  endDevice: { body: () => ({ deviceId: 'others' }) },
  startMove: {},
  endMove: {},
  useMove: {
    body: async ({ app }) => {
      const { phrase } = await callAction<{ phrase: string }>(await actor(app, 'user'), 'startMove');
      return { phrase };
    },
  },
  returnAsGuest: {
    body: async ({ app }) => ({ capToken: await capToken(visitor(app.url), Buffer.from('lost')) }),
    answers: (caller) => (caller === 'visitor' || caller === 'revoked' ? null : 'conflict'),
  },
  changePassword: {
    body: () => ({ password: PASSWORD, newPassword: 'Other-Horse-8' }),
    answers: wrongForGuests,
  },
  recoverAccount: {
    body: () => ({ username: 'nobody', recoveryCode: 'none', newPassword: 'Other-Horse-8' }),
    answers: () => 'wrong_credentials',
  },
  renewRecoveryCode: { body: () => ({ password: PASSWORD }), answers: wrongForGuests },
  planDeletion: { body: () => ({ password: PASSWORD }) },
  keepAccount: {},
  deleteAccount: { body: () => ({ password: PASSWORD }) },
  updateUser: { body: ({ owner }) => ({ userId: owner.accountId, updates: { bio: 'Hi' } }) },
  updateUserData: {
    body: ({ owner }) => ({ userId: owner.accountId, userData: { bio: 'Hi' } }),
  },
  addUser: { role: 'admin', body: () => ({ user: { username: freshName(), password: PASSWORD } }) },
  setRole: {
    role: 'admin',
    body: async (scene) => {
      const person = await withPassword(scene.app, await actor(scene.app, 'user'));
      return { userId: person.accountId, role: 'moderator', password: PASSWORD };
    },
  },
  deleteUser: {
    role: 'admin',
    body: async (scene) => ({ userId: await newUserId(scene), reason: 'Spam', password: PASSWORD }),
  },
  addTrack: {
    body: async ({ app, owner, caller }) => ({
      track: { id: await waitingUpload(app, caller.accountId === '' ? owner : caller), title: 'Described' },
    }),
  },
  withdrawUpload: {
    body: async ({ app, owner, caller }) => ({
      uploadId: await waitingUpload(app, caller.accountId === '' ? owner : caller),
    }),
  },
  updateTrack: {
    body: async (scene) => ({ trackId: await onTrack(scene), updates: { title: 'New' } }),
  },
  deleteTrack: { body: async (scene) => ({ trackId: await onTrack(scene) }) },
  createConsentLink: {
    body: async (scene) => ({ recordingId: await consented(scene.app, scene.owner) }),
  },
  checkConsent: { body: async (scene) => ({ token: await consentToken(scene) }) },
  withdrawConsent: { body: async (scene) => ({ token: await consentToken(scene) }) },
  incrementPlay: { body: async (scene) => ({ trackId: await onTrack(scene) }) },
  addComment: { body: async (scene) => ({ trackId: await onTrack(scene), content: 'Hm' }) },
  deleteComment: { body: async (scene) => ({ commentId: await onComment(scene) }) },
  addLike: { body: async (scene) => ({ like: { trackId: await onTrack(scene) } }) },
  removeLike: {
    body: async (scene) => {
      const { app, owner } = scene;
      return { likeId: await like(app, owner, await onTrack(scene), owner) };
    },
  },
  addBookmark: { body: async (scene) => ({ bookmark: { trackId: await onTrack(scene) } }) },
  removeBookmark: {
    body: async (scene) => {
      const { app, owner } = scene;
      return { bookmarkId: await like(app, owner, await onTrack(scene), owner, 'bookmarks') };
    },
  },
  addCommentLike: {
    body: async (scene) => ({ like: { commentId: await onComment(scene) } }),
  },
  removeCommentLike: {
    body: async (scene) => ({ likeId: await commentLike(scene.app, scene.owner, await onComment(scene)) }),
  },
  addFollow: { body: async (scene) => ({ follow: { followingId: await newUserId(scene) } }) },
  removeFollow: {
    body: async (scene) => {
      const { app, owner } = scene;
      return { followId: (await addFollow(app.deps.db, owner.accountId, await newUserId(scene), 0)).id };
    },
  },
  getHiddenPeople: {},
  hidePerson: { body: async (scene) => ({ userId: await newUserId(scene), kind: 'block' }) },
  showPerson: { body: async (scene) => ({ userId: await newUserId(scene) }) },
  addUserActivity: {},
  addNotification: {},
  getNotifications: {},
  getActivities: {},
  removeActivity: { body: () => ({ activityId: 'all' }) },
  markActivityAsRead: { body: () => ({ activityId: 'all' }) },
  markNotificationAsRead: { body: () => ({ notificationId: 'all' }) },
  removeNotification: { body: () => ({ notificationId: 'all' }) },
  addReport: {
    body: async (scene) => ({ report: { type: 'recording', targetId: await onTrack(scene) } }),
  },
  updateReportStatus: {
    role: 'moderator',
    body: async (scene) => ({
      reportId: await report(scene.app, scene.owner, await onTrack(scene)),
      status: 'reviewed',
    }),
  },
  getDecisions: {},
  appealDecision: {
    body: async (scene) => {
      const decisionId = await report(scene.app, scene.owner, await onTrack(scene));
      const decided = { owner_notified: 1, appeal_until: scene.app.deps.now() + 3600_000 } as const;
      await scene.app.deps.db.updateTable('reports').set(decided).where('id', '=', decisionId).execute();
      return { decisionId, appeal: 'It is mine' };
    },
  },
  appealRejection: {
    body: async (scene) => {
      const uploadId = await waitingUpload(scene.app, scene.owner);
      const rejected = { status: 'rejected', decided_by: 'a moderator', decided_at: 1 } as const;
      const erase_at = scene.app.deps.now() + 3600_000;
      await scene.app.deps.db
        .updateTable('uploads')
        .set({ ...rejected, erase_at })
        .where('id', '=', uploadId)
        .execute();
      return { uploadId, appeal: 'It is mine' };
    },
  },
  answerAppeal: {
    role: 'moderator',
    body: async (scene) => {
      const reportId = await report(scene.app, scene.owner, await onTrack(scene));
      const appeal = { appeal: 'It is mine', reported_id: scene.owner.accountId };
      await scene.app.deps.db.updateTable('reports').set(appeal).where('id', '=', reportId).execute();
      return { reportId, outcome: 'declined', answer: 'It stays away.' };
    },
  },
  deleteReport: {
    role: 'moderator',
    body: async (scene) => {
      const reportId = await report(scene.app, scene.owner, await onTrack(scene));
      await scene.app.deps.db
        .updateTable('reports')
        .set({ status: 'resolved', outcome: 'kept' })
        .where('id', '=', reportId)
        .execute();
      return { reportId };
    },
  },
  approveUpload: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner), heard: HEARD }),
  },
  rejectUpload: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner), heard: HEARD }),
  },
  claimUpload: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  releaseClaim: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  escalateUpload: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner), heard: HEARD }),
  },
  hideUpload: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  getUploaderRecord: {
    role: 'moderator',
    body: async ({ app, owner }) => ({ uploadId: await waitingUpload(app, owner) }),
  },
  getEvidenceCases: { role: 'admin' },
  findEvidence: {
    role: 'admin',
    body: async (scene) => ({ subject: 'track', subjectId: await onTrack(scene) }),
  },
  holdEvidence: {
    role: 'admin',
    body: async (scene) => ({ subject: 'track', subjectId: await onTrack(scene), reason: 'A notice' }),
  },
  getEvidence: {
    role: 'admin',
    body: async (scene) => ({ evidenceId: await sealedCase(scene), reason: 'A request', password: PASSWORD }),
  },
  extendEvidence: {
    role: 'admin',
    body: async (scene) => ({ evidenceId: await sealedCase(scene), days: 30, reason: 'A request' }),
  },
  exportEvidence: {
    role: 'admin',
    body: async (scene) => ({ evidenceId: await sealedCase(scene), reason: 'A request', password: PASSWORD }),
  },
  setUploaderTrust: { role: 'admin', body: ({ owner }) => ({ userId: owner.accountId, trust: 'trusted' }) },
  setAutoApproveStatus: { role: 'admin', body: () => ({ status: false }) },
  forceDeleteTrack: {
    role: 'admin',
    body: async ({ app, owner }) => {
      await track(app, owner, 'Taken down');
      return { trackTitle: 'Taken down', username: owner.username, ruleId: 'own', password: PASSWORD };
    },
  },
  deleteAllUserContent: { role: 'admin', body: () => ({ password: PASSWORD }) },
  resetDatabase: { role: 'admin' },
  forceCreateDemoData: { role: 'admin' },
  forceAddHollaTracks: { role: 'admin' },
  addDemoActivitiesAndNotifications: { role: 'admin' },
};

/** The refusal that permissions require; null when they permit the call. */
function refusal({ access, demoOnly }: Call, caller: CallerKind): ErrorCode | null {
  if (demoOnly) return 'unknown_action';
  const isKnown = caller !== 'visitor' && caller !== 'revoked';
  const moderates = caller === 'moderator' || caller === 'admin';
  const needsAccount = isKnown ? null : 'not_signed_in';
  switch (access) {
    case 'public':
      return null;
    case 'guest':
      return caller === 'revoked' ? 'not_signed_in' : null;
    case 'signedIn':
      return needsAccount;
    case 'owner':
      return needsAccount ?? (caller === 'owner' ? null : 'forbidden');
    case 'ownerOrModerator':
      return needsAccount ?? (caller === 'owner' || moderates ? null : 'forbidden');
    case 'moderator':
      return needsAccount ?? (moderates ? null : 'forbidden');
    case 'admin':
      return needsAccount ?? (caller === 'admin' ? null : 'forbidden');
  }
}

let passwordHash: string | null = null;

/** Gives the account the password `PASSWORD`. */
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
  return CALLS[name].method === 'GET'
    ? get(client, name, (body ?? {}) as Record<string, string>)
    : post(client, name, body ?? {});
}

/** null when the answer follows the contract and a refused call wrote nothing; else a description. */
export async function wrongCell(app: TestApp, name: ActionName, kind: CallerKind): Promise<string | null> {
  const { body, answers } = CASES[name];
  const owner = await withPassword(app, await actor(app, 'user'));
  const caller = await callerOf(app, kind, owner);
  const sent = await body?.({ app, owner, caller });
  const before = await rowChanges(app);
  const reply = await call(caller, name, sent);
  const written = (await rowChanges(app)) - before;
  const denied = refusal(CALLS[name], kind);
  const expected = denied ?? answers?.(kind) ?? null;
  const code = reply.json.code ?? null;
  const message = `${name} by ${kind}: ${reply.status} ${code}, expected ${expected ?? 'success'}`;
  if (code !== expected || reply.json.success !== (expected === null)) return message;
  return denied !== null && written > 0 ? `${name} by ${kind}: refused, but wrote ${written} rows` : null;
}
