// Comments, marks and follows as the wire shows them.
import * as z from 'zod/mini';
import { isoTime } from '../text.ts';
import { trackUser } from './tracks.ts';

export const commentView = z.strictObject({
  id: z.string(),
  content: z.string(),
  user: trackUser,
  trackId: z.string(),
  trackTitle: z.string(),
  createdAt: isoTime,
  likes: z.number(),
  /** The admin tables' name of `likes`. */
  likeCount: z.number(),
  /** Whether the viewer likes it. */
  isLiked: z.boolean(),
});
export type CommentView = z.output<typeof commentView>;

/** A like or bookmark of the viewer. */
export const trackMarkView = z.strictObject({
  id: z.string(),
  trackId: z.string(),
  userId: z.string(),
  createdAt: isoTime,
});
export type TrackMarkView = z.output<typeof trackMarkView>;

/** A comment like of the viewer. */
export const commentLikeView = z.strictObject({
  id: z.string(),
  commentId: z.string(),
  userId: z.string(),
  createdAt: isoTime,
});
export type CommentLikeView = z.output<typeof commentLikeView>;

export const followView = z.strictObject({
  id: z.string(),
  followerId: z.string(),
  followingId: z.string(),
  /** The snapshot's older name of `followingId`. */
  targetUserId: z.string(),
  createdAt: isoTime,
});
export type FollowView = z.output<typeof followView>;
