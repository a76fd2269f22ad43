// Muting and blocking people.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime } from './fields.ts';

/**
 * `mute`: hides what the other person does; they are not notified. `block`: also stops them from commenting, liking,
 * bookmarking, following and notifying.
 */
export const BLOCK_KINDS = ['mute', 'block'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

const hiddenPersonView = z.strictObject({
  /** The hidden person's account id. */
  id: z.string(),
  username: z.string(),
  kind: z.enum(BLOCK_KINDS),
  since: isoTime,
});
export type HiddenPersonView = z.output<typeof hiddenPersonView>;

export const blockCalls = {
  /** The caller's own, newest first. */
  getHiddenPeople: get({ access: 'signedIn', data: z.array(hiddenPersonView) }),

  /** Calling it again changes the kind. A block ends follows in both directions. */
  hidePerson: post({
    access: 'guest',
    rate: 'lasting',
    body: z.object({ userId: id('userId'), kind: z.enum(BLOCK_KINDS, 'kind must be mute or block') }),
    data: hiddenPersonView,
  }),

  /** No error if this person is not hidden. */
  showPerson: post({
    access: 'signedIn',
    rate: 'lasting',
    body: z.object({ userId: id('userId') }),
    data: z.null(),
  }),
};
