// Following people.
import { findAccount } from '../accounts/queries.ts';
import { implement, signedIn } from '../action.ts';
import { recordActivity } from '../activities/record.ts';
import { followCalls } from '../contract/actions/follows.ts';
import type { FollowView } from '../contract/people.ts';
import { ApiError, forbidden, notFound } from '../errors.ts';
import { notify } from '../notifications/notify.ts';
import { addFollow, type FollowRow, removeFollow } from './queries.ts';

export function presentFollow(row: FollowRow): FollowView {
  return {
    id: row.id,
    followerId: row.follower_id,
    followingId: row.following_id,
    targetUserId: row.following_id,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export const followActions = implement(followCalls, {
  async addFollow({ follow: { followingId } }, context) {
    const { accountId } = signedIn(context);
    const { db, now } = context;
    if (followingId === accountId) throw new ApiError('invalid_body', 'nobody follows themselves');
    if (!(await findAccount(db, followingId))) throw notFound('User');
    const { isNew, ...follow } = await addFollow(db, accountId, followingId, now);
    if (isNew) {
      await recordActivity(db, { accountId, type: 'my_follow', otherAccountId: followingId }, now);
      const told = await db
        .selectFrom('notifications')
        .select('id')
        .where('account_id', '=', followingId)
        .where('actor_id', '=', accountId)
        .where('type', '=', 'follow')
        .executeTakeFirst();
      if (!told) await notify(db, { accountId: followingId, type: 'follow', actorId: accountId }, now);
    }
    return presentFollow(follow);
  },

  async removeFollow({ followId }, context) {
    const removal = await removeFollow(context.db, signedIn(context).accountId, followId);
    if (removal === 'foreign') throw forbidden('This follow belongs to somebody else');
    return null;
  },
});
