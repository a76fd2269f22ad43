// The consent of everybody who can be heard: the link that takes it back, and what whoever holds the link is told.
import * as z from 'zod/mini';
import { isoTime } from '../text.ts';

export const consentLinkView = z.strictObject({
  /** Stands behind `#` in the link. The same one whenever it is asked for. */
  token: z.string(),
});

export const consentView = z.strictObject({
  /** As the recording is called; empty when it is no longer here. */
  title: z.string(),
  givenAt: isoTime,
  /** Null: the consent still stands. */
  withdrawnAt: z.nullable(isoTime),
});
export type ConsentView = z.output<typeof consentView>;
