// People: how others see them, how they change themselves, how they leave.
import { type ActionContext, implement, signedIn, type Viewer } from '../action.ts';
import { blockOf } from '../blocks/queries.ts';
import { accountCalls } from '../contract/accounts.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import { ApiError, invalid, notFound, passwordMissing } from '../errors.ts';
import { followedAmong, followsOf } from '../follows/queries.ts';
import { addFollow } from '../follows/store.ts';
import { eraseAccount, eraseRecordingsAhead } from '../profiles/erase.ts';
import { exportPerson } from '../profiles/parts.ts';
import { updatePerson } from '../profiles/update.ts';
import { unlinkBlobs } from '../tracks/doomedStore.ts';
import { trackIdsOf } from '../tracks/queries.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import {
  refuseOther,
  refuseOwnAccount,
  refuseStranger,
  refuseWithoutAdmin,
  seesAddresses,
  seesPrivateData,
} from './policy.ts';
import { presentAdminUser, presentDeletion, presentUser, presentUserData } from './present.ts';
import { type AccountRow, countAdmins, findAccount, isHeldName, newestAccounts } from './queries.ts';
import { passwordProblem, usernameProblem } from './rules.ts';
import { shownPerson } from './shown.ts';
import { givingName, insertAccount, nameTaken, setErasure } from './store.ts';

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

/** The caller's id, with their password where they have one. Throws `wrong_credentials`. */
async function provenSelf(context: ActionContext, password: string | undefined): Promise<string> {
  const { accountId } = signedIn(context);
  const { password_hash: stored } = await requireAccount(context.deps.db, accountId);
  const check = () => checkPassword(stored, password ?? '');
  if (stored !== null && !(await context.trySecret('inSession', check))) {
    throw new ApiError('wrong_credentials', 'Wrong password');
  }
  return accountId;
}

/** Throws `last_admin`. What counts is the look inside the transaction in which the account goes, or is told when. */
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

  /** The only way over the wire to a name of office: an admin vouches for it. The role stays `user`. */
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

  /** The waiting time begins; asking again does not lengthen it. */
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
    await setErasure(context.db, signedIn(context).accountId, null, context.now);
    return null;
  },

  /** At once: rows, blobs, search index. */
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

  /** Somebody else's, by an admin; one transaction, which also keeps the answer for a repeat. */
  async deleteUser({ userId }, context) {
    const { db, deps, now } = context;
    const account = await requireAccount(db, userId);
    refuseOwnAccount(userId, signedIn(context));
    if (account.role === 'admin' && !context.hasShownPassword) throw passwordMissing();
    await refuseToGo(db, account);
    const files = await eraseAccount(db, userId, now);
    context.afterCommit(() => unlinkBlobs(deps, files));
    context.afterCommit(deps.emptyLog);
    const detail = { role: account.role, uploads: account.total_uploads };
    const target = { targetType: 'account', targetId: userId };
    await context.audit({ action: 'deleteUser', ...target, detail, before: account, after: null });
    return { userId };
  },
});
