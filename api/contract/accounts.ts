// Accounts as the wire shows them. An e-mail address leaves for its owner alone, tokens and device ids never.

export type Role = 'guest' | 'user' | 'moderator' | 'admin';

/** What becomes of a guest's recordings, comments and marks when somebody signs in where the guest was. */
export const GUEST_ROWS = ['keep', 'leave'] as const;
export type GuestRows = (typeof GUEST_ROWS)[number];

/** The signed-in account as its owner sees it (`me`). */
export interface MeView {
  id: string;
  username: string;
  role: Role;
  /** True until a password is set. */
  isGuest: boolean;
  createdAt: string;
}

/** A person as others see them. */
export interface UserView {
  id: string;
  username: string;
  bio: string;
  tags: string[];
  totalUploads: number;
  totalLikes: number;
  followersCount: number;
  followingCount: number;
  isVerified: boolean;
  createdAt: string;
}

/** What `register` answers; the recovery code is shown once and never again (K6). */
export interface Registration {
  me: MeView;
  recoveryCode: string;
}

export interface Preferences {
  notifications: { likes: boolean; comments: boolean; follows: boolean };
  privacy: { publicProfile: boolean; allowComments: boolean };
  /** `volume` is 0 … 1. */
  playback: { autoplay: boolean; volume: number };
}

/** Defaults of S1 §3. */
export const DEFAULT_PREFERENCES: Preferences = {
  notifications: { likes: true, comments: true, follows: true },
  privacy: { publicProfile: true, allowComments: true },
  playback: { autoplay: false, volume: 0.8 },
};

/** `getUserData`: of oneself, or of anybody for a moderator. */
export interface UserDataView {
  user: UserView;
  /** One's own; null of anybody else, whoever asks. */
  email: string | null;
  /** One's own; null of anybody else. */
  preferences: Preferences | null;
  /** Ids of the person's tracks, newest first. */
  myTracks: string[];
  /** Ids of the people the person follows. */
  followedUsers: string[];
}
