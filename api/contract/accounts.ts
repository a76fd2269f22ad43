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
