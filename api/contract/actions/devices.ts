// Where somebody is signed in: the list, ending one, and taking the account to another browser by a phrase.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { guestRows } from '../fields.ts';
import { id, isoTime, text } from '../text.ts';
import { meView } from '../views/accounts.ts';
import { deviceView, moveView } from '../views/devices.ts';

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
