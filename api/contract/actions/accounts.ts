// People: how they get a name, how others see them, how they change themselves, how they leave.
import * as z from 'zod/mini';
import { OFFICES } from '../accounts.ts';
import { get, post } from '../call.ts';
import { email, flag, guestRows, password, passwordAgain, username, userUpdates } from '../fields.ts';
import { id, isoTime, text } from '../text.ts';
import { adminUserView, meView, nameCheck, registration, userDataView, userView } from '../views/accounts.ts';
import { personExport } from '../views/personExport.ts';

/** Ids in one list of `updateUserData`. */
const LIST_MAX_COUNT = 1000;
const ids = (what: string) =>
  z.array(id(what), `${what} must be a list`).check(z.maxLength(LIST_MAX_COUNT, `${what} is too long`));

/** A secret is checked or made outside of the transaction. */
const secret = { rate: 'auth', transaction: 'own' } as const;

export const accountCalls = {
  /** Id or username; old names answer for 30 days (K15). */
  getUser: get({ access: 'public', query: z.object({ userId: text('userId', 64, 1) }), data: userView }),

  getUserData: get({
    access: 'ownerOrModerator',
    query: z.object({ userId: id('userId') }),
    data: userDataView,
  }),

  getUsers: get({ access: 'moderator', kept: 'byRole', data: z.array(adminUserView) }),

  /** Everything stored about the caller (GDPR art. 15). */
  exportAccount: get({ access: 'signedIn', data: personExport }),

  /** Whether the caller may take this name now; what `register` would say of it. */
  checkUsername: get({
    access: 'public',
    rate: 'name',
    query: z.object({ username }),
    data: nameCheck,
  }),

  /** Passwords that are refused as `too_common`, in lower case, so that a form can say so before. About 50 kB. */
  getCommonPasswords: get({ access: 'public', kept: true, data: z.array(z.string()) }),

  /** Gives the caller's account a name and a password; everything it has stays. */
  register: post({
    ...secret,
    access: 'guest',
    body: z.object({
      username,
      password,
      email: z.optional(z.union([z.literal(''), email], 'email must look like one')),
      isOver18: flag('isOver18'),
    }),
    data: registration,
  }),

  changePassword: post({
    ...secret,
    access: 'signedIn',
    body: z.object({ password, newPassword: password }),
    data: meView,
  }),

  /** The code works once; a new one is in the answer. `guestRows` as with `login`. */
  recoverAccount: post({
    ...secret,
    access: 'public',
    body: z.object({
      username,
      recoveryCode: text('recoveryCode', 64, 1),
      newPassword: password,
      guestRows,
    }),
    data: registration,
  }),

  /** Ends the code before. For accounts that an admin made, and for who has lost theirs. */
  renewRecoveryCode: post({
    ...secret,
    access: 'signedIn',
    body: z.object({ password }),
    data: registration,
  }),

  /** In `RETENTION.deletionDays`; nobody else sees the account from now on. A guest gives no password. */
  planDeletion: post({
    ...secret,
    access: 'signedIn',
    body: z.object({ password: z.optional(password) }),
    data: z.strictObject({ eraseAt: isoTime }),
  }),

  /** Takes `planDeletion` back. */
  keepAccount: post({ access: 'signedIn', data: z.null() }),

  /** At once, without the waiting time. A guest gives no password. */
  deleteAccount: post({
    ...secret,
    access: 'signedIn',
    makesRoom: true,
    body: z.object({ password: z.optional(password) }),
    data: z.null(),
  }),

  updateUser: post({
    access: 'owner',
    body: z.object({ userId: id('userId'), updates: userUpdates }),
    data: userView,
  }),

  /** `followedUsers` adds follows of people who exist; `myTracks` is derived and only accepted for old clients. */
  updateUserData: post({
    access: 'owner',
    body: z.object({
      userId: id('userId'),
      userData: z.optional(userUpdates),
      myTracks: z.optional(ids('myTracks')),
      followedUsers: z.optional(ids('followedUsers')),
    }),
    data: userDataView,
  }),

  /** Admins make accounts for people; `user.password` is theirs to change. */
  addUser: post({
    ...secret,
    access: 'admin',
    body: z.object({ user: z.object({ username, password }, 'user must be an object') }),
    data: userView,
  }),

  /** Ends the person's sessions and recovery code, so that nothing opened before has the new rights. */
  setRole: post({
    access: 'admin',
    freshPassword: true,
    body: z.object({
      userId: id('userId'),
      role: z.enum(OFFICES, 'role must be user, moderator or admin'),
      password: passwordAgain,
    }),
    data: z.strictObject({ userId: z.string(), role: z.enum(OFFICES) }),
  }),

  /** The account and everything of it. Another admin's asks for the password. */
  deleteUser: post({
    access: 'admin',
    freshPassword: 'ofAdmins',
    makesRoom: true,
    body: z.object({ userId: id('userId'), password: z.optional(password) }),
    data: z.strictObject({ userId: z.string() }),
  }),
};
