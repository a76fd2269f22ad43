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
  username,
} from './fields.ts';
import { BIO_MAX_LENGTH } from './limits.ts';
import { personExport } from './personExport.ts';
import { DEFAULT_PREFERENCES, type Preferences } from './preferences.ts';
import { ASSIGNABLE_ROLES, ROLES } from './roles.ts';

/** What becomes of a guest's recordings, comments and marks when somebody signs in where the guest was. */
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

/** What a person may change of themselves. */
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
  /** Whether a forgotten password can be replaced; of a guest and of accounts that an admin made it is false. */
  hasRecoveryCode: z.boolean(),
  createdAt: isoTime,
});
export type MeView = z.output<typeof meView>;

/** null when the name is free for the caller. */
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
  /** By the viewer. */
  isFollowed: z.boolean(),
  createdAt: isoTime,
});
export type UserView = z.output<typeof userView>;

/** Answered where a recovery code is given; it is shown once and never again (K6). */
export const registration = z.strictObject({ me: meView, recoveryCode: z.string() });
export type Registration = z.output<typeof registration>;

/** All preferences. */
const preferencesView = z.strictObject({
  notifications: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.notifications)),
  privacy: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.privacy)),
  playback: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.playback)),
} satisfies Record<keyof Preferences, z.ZodMiniType>);

/** `getUserData`: of oneself, or of anybody for a moderator. */
const userDataView = z.strictObject({
  user: userView,
  /** One's own; null of anybody else, whoever asks. */
  email: z.nullable(z.string()),
  /** One's own; null of anybody else. */
  preferences: z.nullable(preferencesView),
  /** Ids of the person's tracks, newest first. */
  myTracks: z.array(z.string()),
  /** Ids of the people the person follows. */
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
      role: z.enum(ASSIGNABLE_ROLES, 'role must be user, moderator or admin'),
      password: passwordAgain,
    }),
    data: z.strictObject({ userId: z.string(), role: z.enum(ASSIGNABLE_ROLES) }),
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
