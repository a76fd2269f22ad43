// Where somebody is signed in, and taking the account to another browser by a phrase that works once.
import { presentMe } from '../accounts/present.ts';
import { findAccount } from '../accounts/queries.ts';
import { type ActionContext, Answer, implement, signedIn } from '../action.ts';
import { MOVE_MINUTES } from '../contract/limits.ts';
import { deviceCalls } from '../contract/sessions.ts';
import { instant } from '../db/instant.ts';
import { ApiError, notFound } from '../errors.ts';
import { leaveSession } from '../profiles/merge.ts';
import { closeMove, movedAccount, openMove, openMoveOf } from './moveStore.ts';
import { newPhrase, normalisePhrase } from './phrase.ts';
import { deviceId, presentDevice, presentMove } from './present.ts';
import { endSessionOf, endSessionsOf, sessionsOf, startSession } from './queries.ts';

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
    // Nobody's name stands in a phrase: wrong ones are counted by where they come from.
    const isRight = await context.trySecret(
      { account: null, name: `move ${context.callerKey}`, isLongCode: true },
      check,
    );
    if (!isRight) throw wrongPhrase();
    const moved = await deps.db.transaction().execute(async (tx) => {
      // Used by somebody else while it was being checked.
      const account = await findAccount(tx, (await movedAccount(tx, key, now)) ?? '');
      if (!account) throw wrongPhrase();
      // Here already: the phrase stays good for the browser it is meant for.
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
