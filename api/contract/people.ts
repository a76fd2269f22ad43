// The types of comments, marks and follows as the wire shows them.
export type { CommentLikeView, CommentView, FollowView, TrackMarkView } from './views/people.ts';
