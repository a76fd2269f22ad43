// Following. The followed account is notified once, however often the follow is removed and repeated.
import { findAccount } from '../accounts/queries.ts';
import { implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { refuseBlocked } from '../blocks/policy.ts';
import { blockOf } from '../blocks/queries.ts';
import { followCalls } from '../contract/follows.ts';
import { invalid, notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { wasNotified } from '../notifications/queries.ts';
import { refuseForeignFollow, refuseSelf } from './policy.ts';
import { presentFollow } from './present.ts';
import { addFollow, removeFollow } from './store.ts';

export const followActions = implement(followCalls, {
  async addFollow({ follow }, context) {
    const followingId = followedBy(follow);
    const { accountId } = signedIn(context);
    const { db, now } = context;
    refuseSelf(accountId, followingId);
    if (!(await findAccount(db, followingId))) throw notFound('User');
    refuseBlocked(await blockOf(db, followingId, accountId));
    const made = await addFollow(db, accountId, followingId, now);
    if (made.isNew) {
      await recordActivity(db, { accountId, type: 'my_follow', otherAccountId: followingId }, now);
      const news = { accountId: followingId, type: 'follow', actorId: accountId } as const;
      if (!(await wasNotified(db, { ...news, trackId: null }))) await notify(db, news, now);
    }
    return presentFollow(made);
  },

  async removeFollow({ followId }, context) {
    refuseForeignFollow(await removeFollow(context.db, signedIn(context).accountId, followId));
    return null;
  },
});

/** The followed account of a body. Throws `invalid_body` if there is none, or two different ones. */
function followedBy(follow: { followingId?: string | undefined; targetUserId?: string | undefined }): string {
  const { followingId, targetUserId } = follow;
  const id = followingId ?? targetUserId;
  if (id === undefined) throw invalid('followingId', 'missing', 'followingId must be text');
  if (targetUserId !== undefined && targetUserId !== id) {
    throw invalid('targetUserId', 'wrong_format', 'targetUserId must be the same as followingId');
  }
  return id;
}
