// SQL of what the people whom somebody follows have published last: of each as many as a page takes. Nobody's other recordings
// are read, however many there are.
import { type RawBuilder, sql } from 'kysely';
import type { Gender } from '../contract/categories.ts';
import type { Db } from '../db/client.ts';
import type { Cursor } from '../db/cursor.ts';
import { either, NAMED } from '../db/dialect.ts';

interface Newest {
  /** Null for all. */
  genders: readonly Gender[] | null;
  /** The last one of the page before. */
  after: Cursor | null;
  most: number;
}

/** Ids, as a list for `in`. */
export function newestOfFollowed(viewerId: string, { genders, after, most }: Newest): RawBuilder<unknown> {
  const conditions = [
    sql`theirs.account_id = follows.following_id`,
    sql`theirs.status = 'active'`,
    ...(genders ? [sql`theirs.gender in (${sql.join([...genders])})`] : []),
    ...(after ? [sql`(theirs.created_at, theirs.id) < (${after.value}, ${after.id})`] : []),
  ];
  const newest = sql`select theirs.id from tracks as theirs where ${sql.join(conditions, sql` and `)}
    order by theirs.created_at desc, theirs.id desc limit ${most}`;
  // A cross join is read in the order it is written in: the people first.
  return either({
    sqlite: sql`(select chosen.id from follows cross join tracks as chosen
      where follows.follower_id = ${viewerId} and chosen.id in (${newest}))`,
    postgres: sql`(select chosen.id from follows cross join lateral (${newest}) as chosen
      where follows.follower_id = ${viewerId})`,
  });
}

/** How many people somebody follows; counted no further than `most`. */
export async function countFollowed(db: Db, viewerId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select 1 as one from follows where follower_id = ${viewerId} limit ${most}) ${NAMED}`.execute(db);
  return rows[0]?.n ?? 0;
}
