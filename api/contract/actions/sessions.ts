// Who am I, sign in, sign out.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { flag, guestRows, password, username } from '../fields.ts';
import { CAP_TOKEN_MAX_LENGTH } from '../pow.ts';
import { isoTime, text } from '../text.ts';
import { meView } from '../views/accounts.ts';

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
