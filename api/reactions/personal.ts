// What likes and bookmarks hold of a person.
import type { PersonalPart } from '../db/personal.ts';
import { withoutHints } from '../db/quietChanges.ts';
import { exportedCommentLike, exportedTrackMark } from './present.ts';
import { commentLikesOf, trackMarksOf } from './queries.ts';
import { dropDoubleMarks, uncountMarksOf } from './store.ts';

export const personalReactions: PersonalPart<
  'likes' | 'bookmarks' | 'comment_likes',
  'likes' | 'bookmarks' | 'commentLikes'
> = {
  columns: { likes: ['account_id'], bookmarks: ['account_id'], comment_likes: ['account_id'] },
  missed: ['likes', 'bookmarks', 'comment_likes'],
  exportOf: async (db, id) => ({
    likes: (await trackMarksOf(db, 'likes', id)).map(exportedTrackMark),
    bookmarks: (await trackMarksOf(db, 'bookmarks', id)).map(exportedTrackMark),
    commentLikes: (await commentLikesOf(db, id)).map(exportedCommentLike),
  }),
  async eraseOf(db, id) {
    await withoutHints(db, () => uncountMarksOf(db, id));
    return [];
  },
  dropDoubles: dropDoubleMarks,
};
