// What both sides know of accounts: constants, and the types of what `views/accounts.ts` describes.
export type {
  AdminUserView,
  MeView,
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

/**
 * Every preference with its default (S1 §3): what may be sent, stored and answered follows from here. A number is a share,
 * 0 … 1.
 */
export const DEFAULT_PREFERENCES = {
  notifications: { likes: true, comments: true, follows: true },
  privacy: { publicProfile: true, allowComments: true },
  playback: { autoplay: false, volume: 0.8 },
};
export type Preferences = typeof DEFAULT_PREFERENCES;
