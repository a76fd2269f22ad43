// Name, password and recovery: a guest becomes a user in place, keeps its id and everything it has.
import { type ActionContext, implement, signedIn } from '../action.ts';
import { accountCalls } from '../contract/accounts.ts';
import type { Db } from '../db/client.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { leaveSession } from '../profiles/merge.ts';
import { renameInSearchRows } from '../search/indexStore.ts';
import { endSessionsOf, startSession } from '../sessions/queries.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { refuseRegistered } from './policy.ts';
import { presentCommonPasswords, presentMe, presentNameCheck, presentRegistration } from './present.ts';
import { type AccountRow, accountRow, findAccount, findAccountByName, isHeldName } from './queries.ts';
import { newRecoveryCode, normaliseRecoveryCode } from './recovery.ts';
import { COMMON_PASSWORDS, chosenNameProblem, passwordProblem, type RuleProblem } from './rules.ts';
import { nameTaken, recoverCredentials, registerGuest, setCredentials } from './store.ts';

function refuse(field: string, problem: RuleProblem | null): void {
  if (problem) throw invalid(field, problem.issue, problem.text);
}

const registeredAlready = () => new ApiError('conflict', 'This account is registered already');

/** Every session ends, the caller gets a new one: a stolen token is worth nothing after this (A5). */
async function renewSession(db: Db, context: ActionContext, accountId: string): Promise<AccountRow> {
  await endSessionsOf(db, accountId);
  context.setSession(await startSession(db, accountId, context.now, context.browser));
  const account = await findAccount(db, accountId);
  if (!account) throw notFound('Account');
  context.markDevice(account);
  return account;
}

/** The stored hash that `password` fits; throws `wrong_credentials`, as for a guest, who has none. */
async function provenPassword(context: ActionContext, accountId: string, password: string) {
  const stored = (await findAccount(context.deps.db, accountId))?.password_hash ?? null;
  if (await context.trySecret('inSession', () => checkPassword(stored, password))) return stored;
  throw new ApiError('wrong_credentials', 'Wrong password');
}

/** Throws `wrong_credentials` when the password changed while hashes were made: what was right is right no more. */
async function refuseChanged(tx: Db, accountId: string, stored: string | null): Promise<void> {
  if ((await findAccount(tx, accountId))?.password_hash === stored) return;
  throw new ApiError('wrong_credentials', 'The password has changed');
}

/** Two hashes take a moment: made before the transaction. */
async function hashBoth(password: string, recoveryCode: string) {
  return { passwordHash: await hashPassword(password), recoveryHash: await hashPassword(recoveryCode) };
}

/** Whether a name is another one's: who is called so may write it another way, and take a former name again. */
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
