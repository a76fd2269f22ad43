// Profiles, registration, credentials, roles and deletion of accounts.
import { type ActionContext, implement, signedIn, type Viewer } from '../action.ts';
import { blockOf } from '../blocks/queries.ts';
import { accountCalls } from '../contract/accounts.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { followedAmong, followsOf } from '../follows/queries.ts';
import { addFollow } from '../follows/store.ts';
import { eraseAccount, eraseRecordingsAhead } from '../profiles/erase.ts';
import { leaveSession } from '../profiles/merge.ts';
import { exportPerson } from '../profiles/parts.ts';
import { updatePerson } from '../profiles/update.ts';
import { renameInSearchRows } from '../search/indexStore.ts';
import { endSessionsOf, startSession } from '../sessions/queries.ts';
import { unlinkBlobs } from '../tracks/doomedStore.ts';
import { trackIdsOf } from '../tracks/queries.ts';
import { checkPassword, hashPassword, newRecoveryCode, normaliseRecoveryCode } from './passwords.ts';
import {
  refuseGuestRole,
  refuseOther,
  refuseOwnAccount,
  refuseRegistered,
  refuseStranger,
  refuseWithoutAdmin,
  seesAddresses,
  seesPrivateData,
} from './policy.ts';
import {
  presentAdminUser,
  presentCommonPasswords,
  presentDeletion,
  presentMe,
  presentNameCheck,
  presentRegistration,
  presentUser,
  presentUserData,
} from './present.ts';
import {
  type AccountRow,
  accountRow,
  countAdmins,
  findAccount,
  findAccountByName,
  isHeldName,
  newestAccounts,
} from './queries.ts';
import { giveRole } from './role.ts';
import {
  COMMON_PASSWORDS,
  chosenNameProblem,
  passwordProblem,
  type RuleProblem,
  usernameProblem,
} from './rules.ts';
import { shownPerson } from './shown.ts';
import {
  givingName,
  insertAccount,
  nameTaken,
  recoverCredentials,
  registerGuest,
  reserveName,
  setCredentials,
  setErasure,
} from './store.ts';

async function requireAccount(db: Db, id: string): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw notFound('User');
  return account;
}

/** The caller's account. Throws `forbidden` unless the id is the caller's own. */
async function self(context: ActionContext, userId: string): Promise<AccountRow> {
  refuseOther(userId, signedIn(context));
  return requireAccount(context.db, userId);
}

/** The caller's id, after checking the password if there is one. Throws `wrong_credentials`. */
async function provenSelf(context: ActionContext, password: string | undefined): Promise<string> {
  const { accountId } = signedIn(context);
  const { password_hash: stored } = await requireAccount(context.deps.db, accountId);
  const check = () => checkPassword(stored, password ?? '');
  if (stored !== null && !(await context.trySecret('inSession', check))) {
    throw new ApiError('wrong_credentials', 'Wrong password');
  }
  return accountId;
}

/** Throws `last_admin`. Only the check inside the deleting transaction is decisive. */
async function refuseToGo(tx: Db, account: AccountRow): Promise<void> {
  refuseWithoutAdmin(account, null, await countAdmins(tx));
}

const follows = async (db: Db, viewer: Viewer | null, userId: string): Promise<boolean> =>
  viewer !== null && (await followedAmong(db, viewer.accountId, [userId])).has(userId);

async function userData(context: ActionContext, userId: string) {
  const { db } = context;
  const account = await requireAccount(db, userId);
  const followedUsers = (await followsOf(db, userId)).map((follow) => follow.following_id);
  const lists = { myTracks: await trackIdsOf(db, userId), followedUsers };
  const viewer = signedIn(context);
  const isFollowed = await follows(db, viewer, userId);
  return presentUserData(account, lists, { privately: seesPrivateData(userId, viewer), isFollowed });
}

export const accountActions = implement(accountCalls, {
  async getUser({ userId }, { db, viewer, now }) {
    const account = await shownPerson(db, userId, viewer, now);
    return presentUser(account, { isFollowed: await follows(db, viewer, account.id) });
  },

  async getUserData({ userId }, context) {
    refuseStranger(userId, signedIn(context));
    return userData(context, userId);
  },

  async getUsers(_body, { db, viewer }) {
    const address = seesAddresses(viewer);
    return (await newestAccounts(db)).map((account) => presentAdminUser(account, { address }));
  },

  async updateUser({ userId, updates }, context) {
    await updatePerson(context, await self(context, userId), updates);
    return presentUser(await requireAccount(context.db, userId), { isFollowed: false });
  },

  async updateUserData({ userId, userData: updates, followedUsers }, context) {
    const account = await self(context, userId);
    if (updates) await updatePerson(context, account, updates);
    for (const followed of new Set(followedUsers)) {
      const isWanted = followed !== userId && (await blockOf(context.db, followed, userId)) !== 'block';
      if (isWanted && (await findAccount(context.db, followed))) {
        await addFollow(context.db, userId, followed, context.now);
      }
    }
    return userData(context, userId);
  },

  /** The only action that can give a reserved username. The role stays `user`. */
  async addUser({ user: { username, password } }, context) {
    const name = usernameProblem(username);
    if (name) throw invalid('username', name.issue, name.text);
    const secret = passwordProblem(password);
    if (secret) throw invalid('password', secret.issue, secret.text);
    const passwordHash = await hashPassword(password);
    const account = await context.deps.db.transaction().execute(async (tx) => {
      if (await isHeldName(tx, username, null, context.now)) throw nameTaken();
      const id = await givingName(insertAccount(tx, { username, role: 'user', passwordHash }, context.now));
      const after = await requireAccount(tx, id);
      const target = { targetType: 'account', targetId: id };
      await context.audit({ action: 'addUser', ...target, detail: {}, before: null, after }, tx);
      return after;
    });
    return presentUser(account, { isFollowed: false });
  },

  exportAccount: (_body, context) => exportPerson(context.db, signedIn(context).accountId),

  /** Starts the waiting period; repeating the call does not extend it. */
  async planDeletion({ password }, context) {
    const { deps, now } = context;
    const accountId = await provenSelf(context, password);
    const eraseAt = await deps.db.transaction().execute(async (tx) => {
      const account = await requireAccount(tx, accountId);
      if (account.erase_at !== null) return account.erase_at;
      await refuseToGo(tx, account);
      const at = now + RETENTION.deletionDays * 24 * 3600 * 1000;
      await setErasure(tx, accountId, at, now);
      return at;
    });
    return presentDeletion(eraseAt);
  },

  async keepAccount(_body, context) {
    const { id, erase_at } = await requireAccount(context.db, signedIn(context).accountId);
    if (erase_at !== null) await setErasure(context.db, id, null, context.now);
    return null;
  },

  /** Deletes rows, blobs and index entries at once. */
  async deleteAccount({ password }, context) {
    const { deps } = context;
    const accountId = await provenSelf(context, password);
    await refuseToGo(deps.db, await requireAccount(deps.db, accountId));
    const ahead = await eraseRecordingsAhead(deps.db, accountId, context.now);
    const files = await deps.db.transaction().execute(async (tx) => {
      await refuseToGo(tx, await requireAccount(tx, accountId));
      return eraseAccount(tx, accountId, context.now);
    });
    context.afterCommit(() => unlinkBlobs(deps, [...ahead, ...files]));
    context.afterCommit(deps.emptyLog);
    context.setSession(null);
    context.markDevice(null);
    return null;
  },

  /** An admin deletes another account. One transaction, which also stores the answer for a repeat. */
  async deleteUser({ userId, reason }, context) {
    const { db, deps, now } = context;
    const account = await requireAccount(db, userId);
    refuseOwnAccount(userId, signedIn(context));
    await refuseToGo(db, account);
    if (account.role !== 'guest') await reserveName(db, account.username, now);
    const files = await eraseAccount(db, userId, now);
    context.afterCommit(() => unlinkBlobs(deps, files));
    context.afterCommit(deps.emptyLog);
    const detail = { reason, role: account.role, uploads: account.total_uploads };
    const target = { targetType: 'account', targetId: userId };
    await context.audit({ action: 'deleteUser', ...target, detail, before: account, after: null });
    return { userId };
  },
});

function refuse(field: string, problem: RuleProblem | null): void {
  if (problem) throw invalid(field, problem.issue, problem.text);
}

const registeredAlready = () => new ApiError('conflict', 'This account is registered already');

/** Ends all sessions and starts a new one, so that stolen tokens stop working. */
async function renewSession(db: Db, context: ActionContext, accountId: string): Promise<AccountRow> {
  await endSessionsOf(db, accountId);
  context.setSession(await startSession(db, accountId, context.now, context.browser));
  const account = await findAccount(db, accountId);
  if (!account) throw notFound('Account');
  context.markDevice(account);
  return account;
}

/** The stored hash, if `password` matches. Throws `wrong_credentials`, also for guests. */
async function provenPassword(context: ActionContext, accountId: string, password: string) {
  const stored = (await findAccount(context.deps.db, accountId))?.password_hash ?? null;
  if (await context.trySecret('inSession', () => checkPassword(stored, password))) return stored;
  throw new ApiError('wrong_credentials', 'Wrong password');
}

/** Throws `wrong_credentials` if the password changed while hashes were computed. */
async function refuseChanged(tx: Db, accountId: string, stored: string | null): Promise<void> {
  if ((await findAccount(tx, accountId))?.password_hash === stored) return;
  throw new ApiError('wrong_credentials', 'The password has changed');
}

/** Computed before the transaction, because hashing is slow. */
async function hashBoth(password: string, recoveryCode: string) {
  return { passwordHash: await hashPassword(password), recoveryHash: await hashPassword(recoveryCode) };
}

/** Whether the name belongs to another account. The owner may change its spelling or reuse an old name. */
async function isTaken(db: Db, username: string, own: string | null, now: number): Promise<boolean> {
  const bearer = await findAccountByName(db, username);
  return (bearer !== undefined && bearer.id !== own) || isHeldName(db, username, own, now);
}

export const credentialActions = implement(accountCalls, {
  async checkUsername({ username }, { db, deps, viewer, now }) {
    const problem = chosenNameProblem(username, deps.env.admin?.username ?? null);
    if (problem) return presentNameCheck(problem.issue);
    const taken = await isTaken(db, username, viewer?.accountId ?? null, now);
    return presentNameCheck(taken ? 'taken' : null);
  },

  getCommonPasswords: async () => presentCommonPasswords(COMMON_PASSWORDS),

  async register({ username, password, email, isOver18 }, context) {
    const { deps, now, viewer } = context;
    if (!isOver18) throw invalid('isOver18', 'not_confirmed', 'isOver18 must be confirmed');
    const adminName = deps.env.admin?.username ?? null;
    refuse('username', chosenNameProblem(username, adminName));
    refuse('password', passwordProblem(password));
    refuseRegistered(viewer);
    const recoveryCode = newRecoveryCode();
    const hashes = await hashBoth(password, recoveryCode);
    const account = await deps.db.transaction().execute(async (tx) => {
      const { accountId } = await context.viewerIn(tx);
      if (await isHeldName(tx, username, accountId, now)) throw nameTaken();
      const chosen = { username, ...hashes, email: email || null };
      if (!(await registerGuest(tx, accountId, chosen, now))) throw registeredAlready();
      await renameInSearchRows(tx, accountId, username);
      return renewSession(tx, context, accountId);
    });
    context.afterCommit(() => context.trustAddress(account.id));
    return presentRegistration(account, recoveryCode);
  },

  async changePassword({ password, newPassword }, context) {
    const { accountId } = signedIn(context);
    const { deps } = context;
    const stored = await provenPassword(context, accountId, password);
    refuse('newPassword', passwordProblem(newPassword));
    const passwordHash = await hashPassword(newPassword);
    const changed = await deps.db.transaction().execute(async (tx) => {
      await refuseChanged(tx, accountId, stored);
      await setCredentials(tx, accountId, { password_hash: passwordHash });
      return renewSession(tx, context, accountId);
    });
    return presentMe(changed);
  },

  async renewRecoveryCode({ password }, context) {
    const { accountId } = signedIn(context);
    const { deps } = context;
    const stored = await provenPassword(context, accountId, password);
    const recoveryCode = newRecoveryCode();
    const recoveryHash = await hashPassword(recoveryCode);
    const account = await deps.db.transaction().execute(async (tx) => {
      await refuseChanged(tx, accountId, stored);
      await setCredentials(tx, accountId, { recovery_hash: recoveryHash });
      return accountRow(tx, accountId);
    });
    return presentRegistration(account, recoveryCode);
  },

  async recoverAccount({ username, recoveryCode, newPassword, guestRows }, context) {
    const { deps } = context;
    refuse('newPassword', passwordProblem(newPassword));
    const account = await findAccountByName(deps.db, username);
    const used = account?.recovery_hash ?? null;
    const check = () => checkPassword(used, normaliseRecoveryCode(recoveryCode));
    const tried = { account: account ?? null, name: username, isLongCode: true };
    const isRight = await context.trySecret(tried, check);
    if (!isRight || !account) {
      throw new ApiError('wrong_credentials', 'Wrong username or recovery code');
    }
    const nextCode = newRecoveryCode();
    const hashes = await hashBoth(newPassword, nextCode);
    const recovered = await deps.db.transaction().execute(async (tx) => {
      if (!(await recoverCredentials(tx, account.id, used, hashes))) {
        throw new ApiError('wrong_credentials', 'This recovery code has been used');
      }
      await leaveSession(tx, context.viewer, account, guestRows);
      return renewSession(tx, context, account.id);
    });
    return presentRegistration(recovered, nextCode);
  },
});

export const roleActions = implement(accountCalls, {
  async setRole({ userId, role }, context) {
    const { db } = context;
    const before = await findAccount(db, userId);
    if (!before) throw notFound('User');
    refuseGuestRole(before);
    if (before.role === role) throw new ApiError('conflict', `This account is ${role} already`);
    refuseWithoutAdmin(before, role, await countAdmins(db));
    await giveRole(db, userId, role, context.now);
    const target = { targetType: 'account', targetId: userId };
    const detail = { from: before.role, to: role };
    const after = await findAccount(db, userId);
    await context.audit({ action: 'setRole', ...target, detail, before, after });
    return { userId, role };
  },
});
