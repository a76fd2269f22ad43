// Comments, marks and follows as the wire shows them.
import type { TrackUser } from './tracks.ts';

export interface CommentView {
  id: string;
  content: string;
  user: TrackUser;
  trackId: string;
  trackTitle: string;
  createdAt: string;
  likes: number;
  /** The admin tables' name of `likes`. */
  likeCount: number;
  /** Of the viewer. */
  isLiked: boolean;
}

/** A like or bookmark of the viewer. */
export interface TrackMarkView {
  id: string;
  trackId: string;
  userId: string;
  createdAt: string;
}

/** A comment like of the viewer. */
export interface CommentLikeView {
  id: string;
  commentId: string;
  userId: string;
  createdAt: string;
}

export interface FollowView {
  id: string;
  followerId: string;
  followingId: string;
  /** The snapshot's older name of `followingId`. */
  targetUserId: string;
  createdAt: string;
}
