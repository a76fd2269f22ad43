// Accounts: registration, credentials, profile fields, deletion; how the owner, other people and admins see one.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { FIELD_ISSUES } from './errors.ts';
import {
  email,
  flag,
  id,
  isoTime,
  password,
  passwordAgain,
  shownText,
  tags,
  text,
  trimmedText,
  username,
} from './fields.ts';
import { BIO_MAX_LENGTH, REASON_MAX_LENGTH } from './limits.ts';
import { personExport } from './personExport.ts';
import { DEFAULT_PREFERENCES, type Preferences } from './preferences.ts';
import { ASSIGNABLE_ROLES, ROLES } from './roles.ts';

/** What happens to a guest's recordings, comments and reactions when the guest signs in to an account. */
const GUEST_ROWS = ['keep', 'leave'] as const;
export type GuestRows = (typeof GUEST_ROWS)[number];

export const guestRows = z.optional(z.enum(GUEST_ROWS, 'guestRows must be keep or leave'));

const share = (what: string) =>
  z.number(`${what} must be a number`).check(z.gte(0, `${what} is 0 … 1`), z.lte(1, `${what} is 0 … 1`));

type FieldsOf<Section> = {
  [Key in keyof Section]: Section[Key] extends boolean ? z.ZodMiniBoolean<boolean> : z.ZodMiniNumber<number>;
};

/** A field for each preference of a section: a switch is true or false, a number a share. */
const preferenceFields = <Section extends Record<string, boolean | number>>(
  section: Section,
): FieldsOf<Section> =>
  Object.fromEntries(
    Object.entries(section).map(([key, value]) => [key, typeof value === 'boolean' ? flag(key) : share(key)]),
  ) as FieldsOf<Section>;

const part = <Section extends Record<string, boolean | number>>(section: Section) =>
  z.optional(z.partial(z.object(preferenceFields(section))));

/** Any subset of the preferences. */
const preferenceUpdates = z.object({
  notifications: part(DEFAULT_PREFERENCES.notifications),
  privacy: part(DEFAULT_PREFERENCES.privacy),
  playback: part(DEFAULT_PREFERENCES.playback),
} satisfies Record<keyof Preferences, z.ZodMiniType>);

/** What people may change in their own account. */
const userUpdates = z.object(
  {
    username: z.optional(username),
    bio: z.optional(shownText('bio', BIO_MAX_LENGTH)),
    tags: z.optional(tags),
    email: z.optional(z.nullable(email)),
    preferences: z.optional(preferenceUpdates),
  },
  'updates must be an object',
);
export type UserUpdates = z.output<typeof userUpdates>;

/** The signed-in account as its owner sees it (`me`). */
export const meView = z.strictObject({
  id: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  /** True until a password is set. */
  isGuest: z.boolean(),
  /** Whether a forgotten password can be replaced. False for guests and for accounts that an admin created. */
  hasRecoveryCode: z.boolean(),
  createdAt: isoTime,
});
export type MeView = z.output<typeof meView>;

/** null if the caller can take the name. */
export const nameCheck = z.strictObject({ problem: z.nullable(z.enum(FIELD_ISSUES)) });
export type NameCheck = z.output<typeof nameCheck>;

/** A person as others see them. */
export const userView = z.strictObject({
  id: z.string(),
  username: z.string(),
  bio: z.string(),
  tags: z.array(z.string()),
  totalUploads: z.number(),
  /** Plays and likes of all their recordings together. */
  totalPlays: z.number(),
  totalLikes: z.number(),
  followersCount: z.number(),
  followingCount: z.number(),
  isVerified: z.boolean(),
  /** Whether the viewer follows them. */
  isFollowed: z.boolean(),
  createdAt: isoTime,
});
export type UserView = z.output<typeof userView>;

/** The recovery code is shown once. */
export const registration = z.strictObject({ me: meView, recoveryCode: z.string() });
export type Registration = z.output<typeof registration>;

/** All preferences. */
const preferencesView = z.strictObject({
  notifications: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.notifications)),
  privacy: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.privacy)),
  playback: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.playback)),
} satisfies Record<keyof Preferences, z.ZodMiniType>);

/** `getUserData`: the caller's own, or any account's for a moderator. */
const userDataView = z.strictObject({
  user: userView,
  /** The caller's own; null for other accounts, even to admins. */
  email: z.nullable(z.string()),
  /** The caller's own; null for other accounts. */
  preferences: z.nullable(preferencesView),
  /** Ids of the person's tracks, newest first. */
  myTracks: z.array(z.string()),
  /** Ids of the accounts the person follows. */
  followedUsers: z.array(z.string()),
});
export type UserDataView = z.output<typeof userDataView>;

/** A row of the users table. */
const adminUserView = z.strictObject({
  id: z.string(),
  username: z.string(),
  /** For admins; null for moderators. */
  email: z.nullable(z.string()),
  role: z.string(),
  totalUploads: z.number(),
  totalLikes: z.number(),
  isVerified: z.boolean(),
  createdAt: isoTime,
});
export type AdminUserView = z.output<typeof adminUserView>;

/** Ids in one list of `updateUserData`. */
const LIST_MAX_COUNT = 1000;

const ids = (what: string) =>
  z.array(id(what), `${what} must be a list`).check(z.maxLength(LIST_MAX_COUNT, `${what} is too long`));

/** Hashing is slow, so it runs outside the transaction. */
const secret = { rate: 'auth', transaction: 'own' } as const;

export const accountCalls = {
  /** By id or username. Old names still work for `RETENTION.oldNamesDays`. */
  getUser: get({ access: 'public', query: z.object({ userId: text('userId', 64, 1) }), data: userView }),

  getUserData: get({
    access: 'ownerOrModerator',
    query: z.object({ userId: id('userId') }),
    data: userDataView,
  }),

  getUsers: get({ access: 'moderator', cached: 'byRole', data: z.array(adminUserView) }),

  /** Everything stored about the caller (GDPR art. 15). */
  exportAccount: get({ access: 'signedIn', data: personExport }),

  /** Whether `register` would accept this name from the caller now. */
  checkUsername: get({
    access: 'public',
    rate: 'name',
    query: z.object({ username }),
    data: nameCheck,
  }),

  /** Passwords that are refused as `too_common`, in lower case, for forms. About 50 kB. */
  getCommonPasswords: get({ access: 'public', cached: true, data: z.array(z.string()) }),

  /** Gives the caller's guest account a name and a password. It keeps its content. */
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

  /** The code works once; the answer holds a new one. `guestRows` as in `login`. */
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

  /** Replaces the recovery code. For accounts that an admin created, and for lost codes. */
  renewRecoveryCode: post({
    ...secret,
    access: 'signedIn',
    body: z.object({ password }),
    data: registration,
  }),

  /** Deletes the account after `RETENTION.deletionDays` and hides it at once. Guests need no password. */
  planDeletion: post({
    ...secret,
    access: 'signedIn',
    body: z.object({ password: z.optional(password) }),
    data: z.strictObject({ eraseAt: isoTime }),
  }),

  /** Cancels `planDeletion`. */
  keepAccount: post({ access: 'signedIn', data: z.null() }),

  /** Deletes the account at once. Guests need no password. */
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

  /** `followedUsers` adds follows of existing accounts. `myTracks` is ignored; old clients send it. */
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

  /** Admins create accounts for people, who can change the password. */
  addUser: post({
    ...secret,
    access: 'admin',
    body: z.object({ user: z.object({ username, password }, 'user must be an object') }),
    data: userView,
  }),

  /** Ends the account's sessions and recovery code, so that no older session gets the new rights. */
  setRole: post({
    access: 'admin',
    freshPassword: true,
    body: z.object({
      userId: id('userId'),
      role: z.enum(ASSIGNABLE_ROLES, 'role must be user, moderator or admin'),
      password: passwordAgain,
    }),
    data: z.strictObject({ userId: z.string(), role: z.enum(ASSIGNABLE_ROLES) }),
  }),

  /** Deletes the account and its content. The audit log stores the reason. */
  deleteUser: post({
    access: 'admin',
    freshPassword: true,
    makesRoom: true,
    body: z.object({
      userId: id('userId'),
      reason: trimmedText('reason', REASON_MAX_LENGTH, 1),
      password: passwordAgain,
    }),
    data: z.strictObject({ userId: z.string() }),
  }),
};
