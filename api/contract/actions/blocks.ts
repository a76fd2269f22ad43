// Muting and blocking people, and taking it back.
import * as z from 'zod/mini';
import { BLOCK_KINDS } from '../blocks.ts';
import { get, post } from '../call.ts';
import { id } from '../text.ts';
import { hiddenPersonView } from '../views/blocks.ts';

export const blockCalls = {
  /** The caller's own, newest first. */
  getHiddenPeople: get({ access: 'signedIn', data: z.array(hiddenPersonView) }),

  /** Again with another kind changes it. Ends follows in both directions when it is a block. */
  hidePerson: post({
    access: 'guest',
    body: z.object({ userId: id('userId'), kind: z.enum(BLOCK_KINDS, 'kind must be mute or block') }),
    data: hiddenPersonView,
  }),

  /** No error when nobody with this id is hidden. */
  showPerson: post({ access: 'signedIn', body: z.object({ userId: id('userId') }), data: z.null() }),
};
