// Rows whose counters change when a guest is merged into an account.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

async function ids(query: ReturnType<typeof sql<{ id: string }>>, db: Db): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** Tracks the guest owns or has reacted to. */
export const tracksTouchedBy = (db: Db, guest: string): Promise<string[]> =>
  ids(
    sql<{ id: string }>`select id from tracks where account_id = ${guest}
      union select track_id from likes where account_id = ${guest}
      union select track_id from bookmarks where account_id = ${guest}`,
    db,
  );

/** Comments the guest has written or liked. */
export const commentsTouchedBy = (db: Db, guest: string): Promise<string[]> =>
  ids(
    sql<{ id: string }>`select id from comments where account_id = ${guest}
      union select comment_id from comment_likes where account_id = ${guest}`,
    db,
  );

/** Accounts the guest follows, is followed by, or whose tracks the guest likes. */
export const peopleTouchedBy = (db: Db, guest: string): Promise<string[]> =>
  ids(
    sql<{ id: string }>`select following_id as id from follows where follower_id = ${guest}
      union select follower_id from follows where following_id = ${guest}
      union select tracks.account_id from likes join tracks on tracks.id = likes.track_id
        where likes.account_id = ${guest}`,
    db,
  );
