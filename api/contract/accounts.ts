// Accounts as the wire shows them. E-mail, tokens and device ids never leave the server here.

export type Role = 'guest' | 'user' | 'moderator' | 'admin';

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

/** `getUserData` of oneself. */
export interface UserDataView {
  user: UserView;
  email: string | null;
  preferences: Preferences;
  /** Ids of the viewer's own tracks, newest first. */
  myTracks: string[];
  /** Ids of the people the viewer follows. */
  followedUsers: string[];
}
