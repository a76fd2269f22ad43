// One's own sessions as the wire shows them: never a token, never an address.
import * as z from 'zod/mini';
import { BROWSERS, SYSTEMS } from '../devices.ts';
import { isoTime } from '../text.ts';

export const deviceView = z.strictObject({
  id: z.string(),
  /** Null when it is none of those we know. */
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(SYSTEMS)),
  createdAt: isoTime,
  /** To the hour. */
  lastSeenAt: isoTime,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type DeviceView = z.output<typeof deviceView>;

/** The phrase is shown once; the server keeps a hash of it. */
export const moveView = z.strictObject({ phrase: z.string(), expiresAt: isoTime });
export type MoveView = z.output<typeof moveView>;
