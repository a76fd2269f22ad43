// Who am I, sign in, sign out.
import { checkPassword } from '../accounts/passwords.ts';
import { presentMe } from '../accounts/present.ts';
import { findAccount, findAccountByName } from '../accounts/queries.ts';
import { Answer, implement, signedIn } from '../action.ts';
import { TICKET_RETURN_SECONDS } from '../contract/pow.ts';
import { sessionCalls } from '../contract/sessions.ts';
import { instant } from '../db/instant.ts';
import { ApiError, notFound } from '../errors.ts';
import { leaveSession } from '../profiles/merge.ts';
import { verifyCapToken } from '../uploads/ticket.ts';
import { spendReturn } from '../uploads/ticketStore.ts';
import { returningGuest } from './policy.ts';
import { endSession, startSession } from './queries.ts';

const wrongCredentials = () => new ApiError('wrong_credentials', 'Wrong username or password');

export const sessionActions = implement(sessionCalls, {
  async me(_body, { db, viewer, wasEnded, setSession }) {
    const account = viewer && (await findAccount(db, viewer.accountId));
    if (account) {
      const { erase_at: eraseAt } = account;
      return new Answer(presentMe(account), eraseAt === null ? {} : { eraseAt: instant(eraseAt) });
    }
    // Told once: the cookie goes with the answer.
    if (wasEnded) setSession(null);
    return new Answer(null, wasEnded ? { wasEnded } : {});
  },

  async becomeGuest(_body, context) {
    const account = await findAccount(context.db, signedIn(context).accountId);
    if (!account) throw notFound('Account');
    return presentMe(account);
  },

  async login({ username, password, guestRows }, context) {
    const { deps, viewer, now, setSession } = context;
    const account = await findAccountByName(deps.db, username);
    const check = () => checkPassword(account?.password_hash ?? null, password);
    const isRight = await context.trySecret({ account: account ?? null, name: username }, check);
    if (!isRight || !account) throw wrongCredentials();
    const token = await deps.db.transaction().execute(async (tx) => {
      // Changed while it was being checked: what was right is right no more.
      const { password_hash: stored } = (await findAccount(tx, account.id)) ?? {};
      if (stored !== account.password_hash) throw wrongCredentials();
      await leaveSession(tx, viewer, account, guestRows);
      return startSession(tx, account.id, now, context.browser);
    });
    setSession(token);
    context.markDevice(account);
    return presentMe(account);
  },

  async returnAsGuest({ capToken }, { db, deps, viewer, now, browser, setSession }) {
    if (viewer) throw new ApiError('conflict', 'Somebody is signed in here');
    const ticket = verifyCapToken(deps.keys.ticket, capToken, now, TICKET_RETURN_SECONDS * 1000);
    const account = returningGuest(await findAccount(db, ticket.accountId));
    await spendReturn(db, ticket);
    setSession(await startSession(db, account.id, now, browser));
    return presentMe(account);
  },

  async logout({ forgetDevice }, context) {
    await endSession(context.db, signedIn(context).tokenHash);
    context.setSession(null);
    if (forgetDevice) context.markDevice(null);
    return null;
  },
});
