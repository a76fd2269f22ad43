// How many marks and comments a track has, kept beside it.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { moveCounter, type Step } from '../db/counters.ts';
import { idList } from '../db/lists.ts';

export type TrackCounter = 'likes' | 'bookmarks' | 'comments_count';

/** For who adds or takes away a row that is counted. */
export const countOnTracks = (db: Db, counter: TrackCounter, steps: readonly Step[]): Promise<void> =>
  moveCounter(db, 'tracks', counter, steps);

/** No comment is left anywhere. */
export async function forgetCommentCounts(db: Db): Promise<void> {
  await db.updateTable('tracks').set({ comments_count: 0 }).execute();
}

/** Counters of marks as the rows say. */
export async function recountTracks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update tracks set
    likes = (select count(*) from likes where track_id = tracks.id),
    bookmarks = (select count(*) from bookmarks where track_id = tracks.id)
    where id in ${idList(ids)}`.execute(db);
}
