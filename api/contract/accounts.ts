// What both sides know of accounts: constants, and the types of what `views/accounts.ts` describes.
import type { Preferences } from './views/accounts.ts';

export type {
  AdminUserView,
  MeView,
  Preferences,
  Registration,
  UserDataView,
  UserView,
} from './views/accounts.ts';
export type { PersonExport } from './views/personExport.ts';

export const ROLES = ['guest', 'user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What an admin can give to an account that somebody can sign in to. */
export const OFFICES = ['user', 'moderator', 'admin'] as const satisfies readonly Role[];
export type Office = (typeof OFFICES)[number];

/** What becomes of a guest's recordings, comments and marks when somebody signs in where the guest was. */
export const GUEST_ROWS = ['keep', 'leave'] as const;
export type GuestRows = (typeof GUEST_ROWS)[number];

/** Defaults of S1 §3. */
export const DEFAULT_PREFERENCES: Preferences = {
  notifications: { likes: true, comments: true, follows: true },
  privacy: { publicProfile: true, allowComments: true },
  playback: { autoplay: false, volume: 0.8 },
};
