// Accounts as the server presents them.

import type { MeView, UserView } from '../../../api/contract/accounts.ts';
import { DEFAULT_PREFERENCES } from '../../../api/contract/preferences.ts';
import type { OwnUploadView, PendingUploadView } from '../../../api/contract/uploads.ts';
import { buildTrack } from './tracks.ts';

export const buildPerson = (change: Partial<UserView> = {}): UserView => ({
  id: 'user-1',
  username: 'mira',
  bio: '',
  tags: [],
  totalUploads: 0,
  totalPlays: 0,
  totalLikes: 0,
  followersCount: 0,
  followingCount: 0,
  isVerified: false,
  isFollowed: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...change,
});

export const buildMe = ({ id, username }: UserView, isGuest = false): MeView => ({
  id,
  username,
  role: isGuest ? 'guest' : 'user',
  isGuest,
  hasRecoveryCode: !isGuest,
  createdAt: '2026-11-01T10:00:00.000Z',
});

export const buildUserData = (user: UserView) => ({
  user,
  email: null,
  preferences: structuredClone(DEFAULT_PREFERENCES),
  myTracks: [],
  followedUsers: [],
});

export const buildOwnUpload = (change: Partial<OwnUploadView> = {}): OwnUploadView => ({
  uploadId: 'upload-1',
  trackId: null,
  isReplacement: false,
  status: 'pending_review',
  reason: 'Deine Aufnahme wird jetzt geprüft. Das dauert nur einen Moment.',
  flags: [],
  title: 'Waiting words',
  description: '',
  gender: 'Female',
  tags: ['Soft', 'Female'],
  uploadedAt: '2026-11-20T10:00:00.000Z',
  decidedAt: null,
  ruleId: null,
  atSeconds: null,
  foundBy: null,
  isAppealed: false,
  duration: 65,
  cover: buildTrack().cover,
  url: '/audio/a.mp3',
  appealUntil: null,
  estimatedMinutes: null,
  ...change,
});

/** A review state without flags, claims or decisions. */
export const NO_REVIEW = {
  tier: null,
  claim: null,
  escalated: null,
  match: null,
  isHidden: false,
  isOwnCase: false,
} as const;

export const buildPendingUpload = (
  uploadId: string,
  change: Partial<PendingUploadView> = {},
): PendingUploadView => ({
  uploadId,
  version: 1,
  filename: 'x.mp3',
  originalName: 'x.mp3',
  size: 1,
  mimeType: 'audio/mpeg',
  url: `/audio/${uploadId}.mp3`,
  title: uploadId,
  description: '',
  gender: 'Diverse',
  tags: [],
  transcript: '',
  uploadedAt: '2026-11-21T00:00:00Z',
  status: 'pending_review',
  reason: '',
  flags: [],
  duplicateCount: 0,
  userId: 'a',
  username: 'anon',
  duration: 30,
  cover: '',
  lufs: null,
  preview: null,
  source: 'server',
  replaces: null,
  review: NO_REVIEW,
  ...change,
});
