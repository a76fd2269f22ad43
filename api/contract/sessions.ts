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
const moveView = z.strictObject({ phrase: z.string(), expiresAt: isoTime });
export type MoveView = z.output<typeof moveView>;

/** Longer than any phrase, however it is typed. */
const PHRASE_MAX_LENGTH = 200;

export const deviceCalls = {
  /** Last seen first. Beside them until when a phrase is open; absent when none is. */
  getDevices: get({
    access: 'signedIn',
    data: z.array(deviceView),
    beside: z.strictObject({ moveUntil: z.optional(isoTime) }),
  }),

  /** An id of `getDevices`, or `others`: every one but the caller's. Their next request is told. */
  endDevice: post({ access: 'signedIn', body: z.object({ deviceId: id('deviceId') }), data: z.null() }),

  /** Makes a phrase; one made before is good no more. */
  startMove: post({ access: 'signedIn', rate: 'auth', data: moveView }),

  /** The open phrase is good no more. */
  endMove: post({ access: 'signedIn', data: z.null() }),

  /** Signs in by a phrase, once; guests, too. `guestRows` as with `login`. */
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
  /** Who the session belongs to; null for a visitor without one. */
  me: get({
    access: 'public',
    data: z.nullable(meView),
    /** `eraseAt`: when the account goes, as its owner asked. `wasEnded`: the session was ended from elsewhere. */
    beside: z.strictObject({ eraseAt: z.optional(isoTime), wasEnded: z.optional(z.boolean()) }),
  }),

  /**
   * A visitor becomes a guest and does nothing yet: the first write then comes with a session, and its repeat with the same
   * one, whatever answer was lost. Whoever has an account stays who they are.
   */
  becomeGuest: post({ access: 'guest', data: meView }),

  /** `guest_has_rows` when the caller is a guest who has something and `guestRows` is not said; nothing has changed. */
  login: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: z.object({ username, password, guestRows }),
    data: meView,
  }),

  /**
   * A browser that was killed may have lost a guest's fresh cookie and still hold the ticket of an upload that was on its
   * way: the ticket, once, is the way back to the account it was given to. Only for a visitor, and only to a guest.
   */
  returnAsGuest: post({
    access: 'public',
    rate: 'auth',
    body: z.object({ capToken: text('capToken', CAP_TOKEN_MAX_LENGTH, 1) }),
    data: meView,
  }),

  /** `forgetDevice`: the browser also forgets who has signed in here before. */
  logout: post({
    access: 'signedIn',
    body: z.object({ forgetDevice: z._default(flag('forgetDevice'), false) }),
    data: z.null(),
    endsSession: true,
  }),
};
