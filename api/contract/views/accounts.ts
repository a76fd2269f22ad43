// Accounts as the wire shows them. An e-mail address leaves for its owner alone, tokens and device ids never.
import * as z from 'zod/mini';
import { DEFAULT_PREFERENCES, type Preferences, ROLES } from '../accounts.ts';
import { FIELD_ISSUES } from '../errors.ts';
import { preferenceFields } from '../fields.ts';
import { isoTime } from '../text.ts';

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

const preferences = z.strictObject({
  notifications: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.notifications)),
  privacy: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.privacy)),
  playback: z.strictObject(preferenceFields(DEFAULT_PREFERENCES.playback)),
} satisfies Record<keyof Preferences, z.ZodMiniType>);

/** `getUserData`: of oneself, or of anybody for a moderator. */
export const userDataView = z.strictObject({
  user: userView,
  /** One's own; null of anybody else, whoever asks. */
  email: z.nullable(z.string()),
  /** One's own; null of anybody else. */
  preferences: z.nullable(preferences),
  /** Ids of the person's tracks, newest first. */
  myTracks: z.array(z.string()),
  /** Ids of the people the person follows. */
  followedUsers: z.array(z.string()),
});
export type UserDataView = z.output<typeof userDataView>;

/** A row of the users table. */
export const adminUserView = z.strictObject({
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
