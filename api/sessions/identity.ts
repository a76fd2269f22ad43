// Name, password and recovery: a guest becomes a user in place, keeps its id and everything it has.
import { checkPassword, hashPassword } from '../accounts/passwords.ts';
import { presentMe } from '../accounts/present.ts';
import { findAccount, findAccountByName, isHeldName } from '../accounts/queries.ts';
import { chosenNameProblem, passwordProblem, usernameKey } from '../accounts/rules.ts';
import { type ActionContext, implement, signedIn } from '../action.ts';
import type { MeView } from '../contract/accounts.ts';
import { accountCalls } from '../contract/actions/accounts.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import { renameInSearchRows } from '../db/searchRows.ts';
import { ApiError, notFound } from '../errors.ts';
import { leaveSession } from './guest.ts';
import { endSessionsOf, startSession } from './queries.ts';
import { newRecoveryCode, normaliseRecoveryCode } from './recovery.ts';

function refuse(problem: string | null): void {
  if (problem) throw new ApiError('invalid_body', problem);
}

/** Every session ends, the caller gets a new one: a stolen token is worth nothing after this (A5). */
async function renewSession(db: Db, context: ActionContext, accountId: string): Promise<void> {
  await endSessionsOf(db, accountId);
  context.setSession(await startSession(db, accountId, context.now));
}

async function present(db: Db, accountId: string): Promise<MeView> {
  const account = await findAccount(db, accountId);
  if (!account) throw notFound('Account');
  return presentMe(account);
}

export const identityActions = implement(accountCalls, {
  async register({ username, password, email, isOver18 }, context) {
    const { deps, now, viewer } = context;
    if (!isOver18) throw new ApiError('invalid_body', 'isOver18 must be confirmed');
    const adminName = deps.env.admin?.username ?? null;
    refuse(chosenNameProblem(username, adminName) ?? passwordProblem(password));
    if (viewer && viewer.role !== 'guest')
      throw new ApiError('conflict', 'This account is registered already');
    const recoveryCode = newRecoveryCode();
    const [passwordHash, recoveryHash] = [await hashPassword(password), await hashPassword(recoveryCode)];
    const me = await deps.db.transaction().execute(async (tx) => {
      const { accountId } = await context.viewerIn(tx);
      if (await isHeldName(tx, username, accountId, now)) {
        throw new ApiError('username_taken', 'This username is taken');
      }
      const { numUpdatedRows } = await tx
        .updateTable('accounts')
        .set({
          username,
          username_key: usernameKey(username),
          role: 'user',
          password_hash: passwordHash,
          recovery_hash: recoveryHash,
          email: email || null,
          adult_confirmed_at: now,
        })
        .where('id', '=', accountId)
        .where('role', '=', 'guest')
        .executeTakeFirst()
        .catch((error) => {
          if (databaseFault(error) === 'duplicate') {
            throw new ApiError('username_taken', 'This username is taken');
          }
          throw error;
        });
      if (numUpdatedRows !== 1n) throw new ApiError('conflict', 'This account is registered already');
      await renameInSearchRows(tx, accountId, username);
      await renewSession(tx, context, accountId);
      return present(tx, accountId);
    });
    context.afterCommit(() => context.trustAddress(me.id));
    return { me, recoveryCode };
  },

  async changePassword({ password, newPassword }, context) {
    const { accountId } = signedIn(context);
    const { deps } = context;
    const account = await findAccount(deps.db, accountId);
    const check = () => checkPassword(account?.password_hash ?? null, password);
    if (!(await context.trySecret('inSession', check))) {
      throw new ApiError('wrong_credentials', 'Wrong password');
    }
    refuse(passwordProblem(newPassword));
    const passwordHash = await hashPassword(newPassword);
    return deps.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('accounts')
        .set({ password_hash: passwordHash })
        .where('id', '=', accountId)
        .execute();
      await renewSession(tx, context, accountId);
      return present(tx, accountId);
    });
  },

  async recoverAccount({ username, recoveryCode, newPassword, guestRows }, context) {
    const { deps } = context;
    refuse(passwordProblem(newPassword));
    const account = await findAccountByName(deps.db, username);
    const used = account?.recovery_hash ?? null;
    const check = () => checkPassword(used, normaliseRecoveryCode(recoveryCode));
    const isRight = await context.trySecret({ accountId: account?.id ?? null, name: username }, check);
    if (!isRight || !account) {
      throw new ApiError('wrong_credentials', 'Wrong username or recovery code');
    }
    const next = newRecoveryCode();
    const [passwordHash, recoveryHash] = [await hashPassword(newPassword), await hashPassword(next)];
    const me = await deps.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('accounts')
        .set({ password_hash: passwordHash, recovery_hash: recoveryHash })
        .where('id', '=', account.id)
        .where('recovery_hash', '=', used)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new ApiError('wrong_credentials', 'This recovery code has been used');
      await leaveSession(tx, context.viewer, account, guestRows);
      await renewSession(tx, context, account.id);
      return present(tx, account.id);
    });
    return { me, recoveryCode: next };
  },
});
