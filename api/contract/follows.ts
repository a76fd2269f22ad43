// Following people.
import * as z from 'zod/mini';
import { post } from './call.ts';
import { id, isoTime } from './fields.ts';

export const followView = z.strictObject({
  id: z.string(),
  followerId: z.string(),
  followingId: z.string(),
  /** Same as `followingId`, under its older name. */
  targetUserId: z.string(),
  createdAt: isoTime,
});
export type FollowView = z.output<typeof followView>;

export const followCalls = {
  addFollow: post({
    access: 'guest',
    /** `targetUserId` is the older name of `followingId`. One is required; both must be equal. */
    body: z.object({
      follow: z.object(
        { followingId: z.optional(id('followingId')), targetUserId: z.optional(id('targetUserId')) },
        'follow must be an object',
      ),
    }),
    data: followView,
  }),

  /** `followId` is the id of the follow or of the followed account. */
  removeFollow: post({ access: 'owner', body: z.object({ followId: id('followId') }), data: z.null() }),
};
