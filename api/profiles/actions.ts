// People: how others see them, how they change themselves, how they leave.
import { checkPassword, hashPassword } from '../accounts/passwords.ts';
import { presentUser } from '../accounts/present.ts';
import { type AccountRow, findAccount, insertAccount, isHeldName } from '../accounts/queries.ts';
import { chosenNameProblem, passwordProblem, usernameKey, usernameProblem } from '../accounts/rules.ts';
import { type ActionContext, implement, isModerator, signedIn } from '../action.ts';
import type { UserDataView } from '../contract/accounts.ts';
import { accountCalls } from '../contract/actions/accounts.ts';
import type { UserUpdates } from '../contract/actions.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import { ApiError, forbidden, notFound } from '../errors.ts';
import { addFollow, followsOf } from '../follows/queries.ts';
import { unlinkBlob } from '../tracks/store.ts';
import { eraseAccount } from './erase.ts';
import { exportPerson } from './export.ts';
import { mergePreferences, showsProfile } from './preferences.ts';
import { findPerson, updatePerson } from './queries.ts';

/** A changed name on the profile is shorter than a registered one may be (K15). */
const PROFILE_NAME_MAX_LENGTH = 15;

/** Throws `forbidden` unless the id is the caller's own. */
async function self(context: ActionContext, userId: string): Promise<AccountRow> {
  const { accountId } = signedIn(context);
  if (userId !== accountId) throw forbidden('Only oneself can be changed');
  const account = await findAccount(context.db, accountId);
  if (!account) throw notFound('User');
  return account;
}

async function update(context: ActionContext, account: AccountRow, updates: UserUpdates): Promise<void> {
  const { username } = updates;
  if (username !== undefined && username !== account.username) {
    if (account.password_hash === null) throw forbidden('A guest gets a name by registering');
    const tooLong = username.length > PROFILE_NAME_MAX_LENGTH;
    // Who has been called so may go on writing it another way.
    const adminName = context.deps.env.admin?.username ?? null;
    const problem = tooLong
      ? `username must not exceed ${PROFILE_NAME_MAX_LENGTH} characters`
      : usernameKey(username) === account.username_key
        ? usernameProblem(username)
        : chosenNameProblem(username, adminName);
    if (problem) throw new ApiError('invalid_body', problem);
  }
  await updatePerson(context.db, account, updates, context.now);
}

async function presentUserData(db: Db, account: AccountRow, viewerId: string): Promise<UserDataView> {
  const isOwn = account.id === viewerId;
  const tracks = await db
    .selectFrom('tracks')
    .select('id')
    .where('account_id', '=', account.id)
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .execute();
  const follows = await followsOf(db, account.id);
  return {
    user: presentUser(account),
    email: isOwn ? account.email : null,
    preferences: isOwn ? mergePreferences(account.preferences_json) : null,
    myTracks: tracks.map(({ id }) => id),
    followedUsers: follows.map((follow) => follow.following_id),
  };
}

async function requireAccount(db: Db, id: string): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw notFound('User');
  return account;
}

export const profileActions = implement(accountCalls, {
  async getUser({ userId }, { db, viewer, now }) {
    const account = await findPerson(db, userId, now);
    if (!account || !showsProfile(account, viewer)) throw notFound('User');
    return presentUser(account);
  },

  async getUserData({ userId }, context) {
    const viewer = signedIn(context);
    if (userId !== viewer.accountId && !isModerator(viewer)) throw forbidden('These are somebody else’s');
    return presentUserData(context.db, await requireAccount(context.db, userId), viewer.accountId);
  },

  async updateUser({ userId, updates }, context) {
    const account = await self(context, userId);
    await update(context, account, updates);
    return presentUser(await requireAccount(context.db, userId));
  },

  /** `followedUsers` adds follows of people who exist; `myTracks` is derived and only accepted for old clients. */
  async updateUserData({ userId, userData, followedUsers }, context) {
    const account = await self(context, userId);
    if (userData) await update(context, account, userData);
    for (const followed of new Set(followedUsers)) {
      if (followed !== userId && (await findAccount(context.db, followed))) {
        await addFollow(context.db, userId, followed, context.now);
      }
    }
    return presentUserData(context.db, await requireAccount(context.db, userId), userId);
  },

  /** The only way over the wire to a name of office: an admin vouches for it. The role stays `user`. */
  async addUser({ user: { username, password } }, context) {
    const problem = usernameProblem(username) ?? passwordProblem(password);
    if (problem) throw new ApiError('invalid_body', problem);
    const passwordHash = await hashPassword(password);
    return context.deps.db.transaction().execute(async (tx) => {
      if (await isHeldName(tx, username, null, context.now)) {
        throw new ApiError('username_taken', 'This username is taken');
      }
      const id = await insertAccount(tx, { username, role: 'user', passwordHash }, context.now).catch(
        (error) => {
          throw databaseFault(error) === 'duplicate'
            ? new ApiError('username_taken', 'This username is taken')
            : error;
        },
      );
      const after = await requireAccount(tx, id);
      const target = { targetType: 'account', targetId: id };
      await context.audit({ action: 'addUser', ...target, detail: {}, before: null, after }, tx);
      return presentUser(after);
    });
  },

  exportAccount: (_body, context) => exportPerson(context.db, signedIn(context).accountId),

  /** At once, not in 30 days: rows, blobs, search index. */
  async deleteAccount({ password }, context) {
    const { accountId } = signedIn(context);
    const { deps } = context;
    const account = await requireAccount(deps.db, accountId);
    const stored = account.password_hash;
    const check = () => checkPassword(stored, password ?? '');
    if (stored !== null && !(await context.trySecret('inSession', check))) {
      throw new ApiError('wrong_credentials', 'Wrong password');
    }
    const files = await deps.db.transaction().execute((tx) => eraseAccount(tx, accountId, context.now));
    for (const file of files) context.afterCommit(() => unlinkBlob(deps, file));
    context.afterCommit(deps.emptyLog);
    context.setSession(null);
    return null;
  },
});
