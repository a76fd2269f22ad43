// Following people.
import * as z from 'zod/mini';
import { post } from '../call.ts';
import { id } from '../text.ts';
import { followView } from '../views/people.ts';

export const followCalls = {
  addFollow: post({
    access: 'guest',
    body: z.object({ follow: z.object({ followingId: id('followingId') }, 'follow must be an object') }),
    data: followView,
  }),

  /** `followId` is the follow's id or the person's. */
  removeFollow: post({ access: 'owner', body: z.object({ followId: id('followId') }), data: z.null() }),
};
