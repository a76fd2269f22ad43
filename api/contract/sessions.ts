// Signing in and out, the list of devices, and moving an account to another browser.
import * as z from 'zod/mini';
import { guestRows, meView } from './accounts.ts';
import { get, post } from './call.ts';
import { flag, id, isoTime, password, text, username } from './fields.ts';
import { CAP_TOKEN_MAX_LENGTH } from './pow.ts';

export const BROWSERS = ['firefox', 'chrome', 'safari', 'edge', 'opera', 'samsung'] as const;
export type Browser = (typeof BROWSERS)[number];

export const SYSTEMS = ['android', 'iphone', 'ipad', 'windows', 'mac', 'linux'] as const;
export type System = (typeof SYSTEMS)[number];

const deviceView = z.strictObject({
  id: z.string(),
  /** Null if unknown. */
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(SYSTEMS)),
  createdAt: isoTime,
  /** To the hour. */
  lastSeenAt: isoTime,
  /** The caller's own session. */
  isThis: z.boolean(),
});
export type DeviceView = z.output<typeof deviceView>;

/** The phrase is shown once; the server stores only a hash. */
const moveView = z.strictObject({ phrase: z.string(), expiresAt: isoTime });
export type MoveView = z.output<typeof moveView>;

/** Longer than any phrase. */
const PHRASE_MAX_LENGTH = 200;

export const deviceCalls = {
  /** Most recently seen first. `moveUntil`: expiry of an open phrase; absent without one. */
  getDevices: get({
    access: 'signedIn',
    data: z.array(deviceView),
    extra: z.strictObject({ moveUntil: z.optional(isoTime) }),
  }),

  /** An id of `getDevices`, or `others`: all but the caller's. Ended sessions learn it on their next request. */
  endDevice: post({ access: 'signedIn', body: z.object({ deviceId: id('deviceId') }), data: z.null() }),

  /** Creates a phrase and invalidates the previous one. */
  startMove: post({ access: 'signedIn', rate: 'auth', data: moveView }),

  /** Invalidates the open phrase. */
  endMove: post({ access: 'signedIn', data: z.null() }),

  /** Signs in with a phrase, once; also works for guest accounts. `guestRows` as in `login`. */
  useMove: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: z.object({ phrase: text('phrase', PHRASE_MAX_LENGTH, 1), guestRows }),
    data: meView,
  }),
};

export const sessionCalls = {
  /** The account of the session; null for a visitor without one. */
  me: get({
    access: 'public',
    data: z.nullable(meView),
    /** `eraseAt`: planned deletion of the account. `wasEnded`: the session was ended from another device. */
    extra: z.strictObject({ eraseAt: z.optional(isoTime), wasEnded: z.optional(z.boolean()) }),
  }),

  /**
   * Creates a guest session before the first write, so that repeating the write after a lost answer uses the same account.
   * Has no effect with an existing session.
   */
  becomeGuest: post({ access: 'guest', data: meView }),

  /** `guest_has_rows` if the caller is a guest with content and `guestRows` is missing; nothing has changed then. */
  login: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: z.object({ username, password, guestRows }),
    data: meView,
  }),

  /**
   * A killed browser may have lost a guest's fresh cookie but still hold the ticket of an unfinished upload. The ticket
   * then restores the session of its guest account, once. Only for visitors, and only for guest accounts.
   */
  returnAsGuest: post({
    access: 'public',
    rate: 'auth',
    body: z.object({ capToken: text('capToken', CAP_TOKEN_MAX_LENGTH, 1) }),
    data: meView,
  }),

  /** `forgetDevice`: the browser also forgets earlier sign-ins. */
  logout: post({
    access: 'signedIn',
    body: z.object({ forgetDevice: z._default(flag('forgetDevice'), false) }),
    data: z.null(),
    endsSession: true,
  }),
};
