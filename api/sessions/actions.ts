// Sign-in, sign-out, devices, and moving an account to another browser.
import { checkPassword } from '../accounts/passwords.ts';
import { presentMe } from '../accounts/present.ts';
import { findAccount, findAccountByName } from '../accounts/queries.ts';
import { type ActionContext, Answer, implement, signedIn } from '../action.ts';
import { MOVE_MINUTES } from '../contract/limits.ts';
import { TICKET_RETURN_SECONDS } from '../contract/pow.ts';
import { deviceCalls, sessionCalls } from '../contract/sessions.ts';
import { instant } from '../db/instant.ts';
import { ApiError, notFound } from '../errors.ts';
import { leaveSession } from '../profiles/merge.ts';
import { verifyCapToken } from '../uploads/ticket.ts';
import { spendReturn } from '../uploads/ticketStore.ts';
import { returningGuest } from './policy.ts';
import { deviceId, presentDevice, presentMove } from './present.ts';
import {
  closeMove,
  endSession,
  endSessionOf,
  endSessionsOf,
  movedAccount,
  openMove,
  openMoveOf,
  sessionsOf,
  startSession,
} from './queries.ts';
import { newPhrase, normalisePhrase } from './tokens.ts';

const wrongCredentials = () => new ApiError('wrong_credentials', 'Wrong username or password');

export const sessionActions = implement(sessionCalls, {
  async me(_body, { db, viewer, wasEnded, setSession }) {
    const account = viewer && (await findAccount(db, viewer.accountId));
    if (account) {
      const { erase_at: eraseAt } = account;
      return new Answer(presentMe(account), eraseAt === null ? {} : { eraseAt: instant(eraseAt) });
    }
    // Reported once: the answer deletes the cookie.
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
      // The password changed during the check.
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
    if (viewer) throw new ApiError('conflict', 'Another account is signed in here');
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

const wrongPhrase = () => new ApiError('move_phrase_wrong', 'This phrase leads to no account');

const keyOf = ({ deps }: ActionContext, phrase: string) =>
  deps.keys.pseudonym('move', normalisePhrase(phrase));

export const deviceActions = implement(deviceCalls, {
  async getDevices(_query, context) {
    const { accountId, tokenHash } = signedIn(context);
    const until = await openMoveOf(context.db, accountId, context.now);
    const rows = await sessionsOf(context.db, accountId);
    return new Answer(
      rows.map((row) => presentDevice(row, tokenHash)),
      until === null ? {} : { moveUntil: instant(until) },
    );
  },

  async endDevice({ deviceId: wanted }, context) {
    const { accountId, tokenHash } = signedIn(context);
    const { db } = context;
    if (wanted === 'others') {
      await endSessionsOf(db, accountId, tokenHash);
      return null;
    }
    const row = (await sessionsOf(db, accountId)).find((each) => deviceId(each.token_hash) === wanted);
    if (!row) throw notFound('Device');
    await endSessionOf(db, row.token_hash);
    return null;
  },

  async startMove(_body, context) {
    const { accountId } = signedIn(context);
    const phrase = newPhrase();
    const expiresAt = context.now + MOVE_MINUTES * 60_000;
    await openMove(context.db, { accountId, phraseKey: keyOf(context, phrase), expiresAt }, context.now);
    return presentMove(phrase, expiresAt);
  },

  async endMove(_body, context) {
    await closeMove(context.db, signedIn(context).accountId);
    return null;
  },

  async useMove({ phrase, guestRows }, context) {
    const { deps, viewer, now } = context;
    const key = keyOf(context, phrase);
    const check = async () => (await movedAccount(deps.db, key, now)) !== null;
    // A phrase contains no name, so wrong ones are counted per address.
    const isRight = await context.trySecret(
      { account: null, name: `move ${context.callerKey}`, isLongCode: true },
      check,
    );
    if (!isRight) throw wrongPhrase();
    const moved = await deps.db.transaction().execute(async (tx) => {
      // Used by another request during the check.
      const account = await findAccount(tx, (await movedAccount(tx, key, now)) ?? '');
      if (!account) throw wrongPhrase();
      // Already signed in to this account: the phrase stays valid for the other browser.
      if (viewer?.accountId === account.id) return { account, token: null };
      await leaveSession(tx, viewer, account, guestRows);
      await closeMove(tx, account.id);
      return { account, token: await startSession(tx, account.id, now, context.browser) };
    });
    if (moved.token !== null) {
      context.setSession(moved.token);
      context.markDevice(moved.account);
    }
    return presentMe(moved.account);
  },
});
