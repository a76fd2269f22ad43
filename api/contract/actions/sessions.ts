// Who am I, sign in, sign out.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { guestRows, password, username } from '../fields.ts';
import { meView } from '../views/accounts.ts';

export const sessionCalls = {
  /** Who the session belongs to; null for a visitor without one. */
  me: get({ access: 'public', data: z.nullable(meView) }),

  /** `guest_has_rows` when the caller is a guest who has something and `guestRows` is not said; nothing has changed. */
  login: post({
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    makesRoom: true,
    body: z.object({ username, password, guestRows }),
    data: meView,
  }),

  logout: post({ access: 'signedIn', data: z.null(), endsSession: true }),
};
