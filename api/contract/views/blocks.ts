// People somebody does not want to meet, as the wire shows them to that somebody.
import * as z from 'zod/mini';
import { BLOCK_KINDS } from '../blocks.ts';
import { isoTime } from '../text.ts';

export const hiddenPersonView = z.strictObject({
  /** The person's id. */
  id: z.string(),
  username: z.string(),
  kind: z.enum(BLOCK_KINDS),
  since: isoTime,
});
export type HiddenPersonView = z.output<typeof hiddenPersonView>;
