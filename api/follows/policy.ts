// Who may follow, and end a follow.
import { forbidden, invalid } from '../errors.ts';

/** Throws `invalid_body`. */
export function refuseSelf(followerId: string, followingId: string): void {
  if (followingId === followerId) throw invalid('followingId', 'oneself', 'you cannot follow yourself');
}

/** Throws `forbidden`: only the follower ends a follow. */
export function refuseForeignFollow(removal: 'removed' | 'absent' | 'foreign'): void {
  if (removal === 'foreign') throw forbidden('This follow belongs to another account');
}
