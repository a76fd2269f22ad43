// Pure rules of a follow's body.
import { invalid } from '../errors.ts';

/** Whom a body names, by either of its two names; throws `invalid_body` when it names nobody or two people. */
export function followedBy(follow: {
  followingId?: string | undefined;
  targetUserId?: string | undefined;
}): string {
  const { followingId, targetUserId } = follow;
  const id = followingId ?? targetUserId;
  if (id === undefined) throw invalid('followingId', 'missing', 'followingId must be text');
  if (targetUserId !== undefined && targetUserId !== id) {
    throw invalid('targetUserId', 'wrong_format', 'targetUserId must be the same as followingId');
  }
  return id;
}
