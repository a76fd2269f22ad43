// Muting and blocking people.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime } from './fields.ts';

/**
 * `mute`: what the other person does vanishes for who asked, and nobody is told. `block`: beside that the other person can
 * neither comment, like, bookmark, follow nor notify.
 */
export const BLOCK_KINDS = ['mute', 'block'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

const hiddenPersonView = z.strictObject({
  /** The person's id. */
  id: z.string(),
  username: z.string(),
  kind: z.enum(BLOCK_KINDS),
  since: isoTime,
});
export type HiddenPersonView = z.output<typeof hiddenPersonView>;

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
