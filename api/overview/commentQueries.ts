// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { either, NAMED } from '../db/dialect.ts';
import { idList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { phraseOf } from '../tracks/matching.ts';
import {
  type Asked,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  FEW_AND_ONE,
  fewOf,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { holds, holdsFolded, isShort, lookThrough, peopleCalled, recordingsTitled } from './wordQueries.ts';

export interface CommentsAsked extends Asked {
  sort?: CommentSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
  track?: string | undefined;
}

const ID = sql`comments.id`;

/** Each in the order of an index; of names, the comments of one name after the other. */
const SORTS: Record<CommentSort, SortKey> = {
  date: [sql`comments.created_at`, ID],
  user: [sql`accounts.username_key`, ID],
  track: [withoutCase(sql`tracks.title`), ID],
  likes: [sql`comments.likes`, ID],
};

/** Numbers of the comments that hold the text; at most one more than few. */
const docsHolding = (search: string) =>
  either({
    sqlite: sql`(select rowid from comments_fts_inside where comments_fts_inside match ${phraseOf(search)}
      limit ${FEW_AND_ONE})`,
    postgres: sql`(select doc as rowid from comment_docs where ${holdsFolded(sql`inside`, search)} limit ${FEW_AND_ONE})`,
  });

/** Whether a row of `comments` belongs to the person and the recording that were asked for. */
function conditions({ user, track }: CommentsAsked): RawBuilder<boolean> {
  const all = [
    sql`true`,
    ...(user === undefined ? [] : [sql`comments.account_id = ${user}`]),
    ...(track === undefined ? [] : [sql`comments.track_id = ${track}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Words of many comments, row by row: in the text, the name of its author, the title of its recording. */
function found(asked: CommentsAsked): RawBuilder<boolean> {
  const search = wordsIn(asked);
  if (search === '') return sql<boolean>`true`;
  return holds([sql`comments.content`, sql`accounts.username`, sql`tracks.title`], search);
}

/** A cross join is read in the order it is written in: what is sorted by comes first, unless the comments are few. */
function selectRows(db: Db, { sort, user, track }: CommentsAsked) {
  const isFew = user !== undefined || track !== undefined;
  if (sort === 'user' && !isFew) return db.selectFrom('accounts').crossJoin('comments').crossJoin('tracks');
  if (sort === 'track' && !isFew) return db.selectFrom('tracks').crossJoin('comments').crossJoin('accounts');
  return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks');
}

/** Ids of the comments that hold the text themselves; null when they are many. */
async function fewSaying(db: Db, search: string): Promise<string[] | null> {
  if (isShort(search)) return lookThrough(db, sql`comments where ${holds([sql`content`], search)}`);
  const { rows } = await sql<{ id: string }>`select comment_id as id
    from ${docsHolding(search)} as found cross join comment_docs where comment_docs.doc = found.rowid`.execute(
    db,
  );
  return fewOf(rows);
}

/** Ids of what a search finds, when it is little; null for much, and without words. */
export async function fewComments(db: Db, asked: CommentsAsked): Promise<string[] | null> {
  const search = wordsIn(asked);
  if (search === '' || asked.user !== undefined || asked.track !== undefined) return null;
  const inWords = await fewSaying(db, search);
  if (inWords === null) return null;
  const [people, recordings] = [await peopleCalled(db, search), await recordingsTitled(db, search)];
  if (people === null || recordings === null) return null;
  const about = await sql<{ id: string }>`
    select id from (select id from comments where account_id in ${idList(people)} limit ${FEW_AND_ONE}) ${NAMED}
    union select id from (
      select id from comments where track_id in ${idList(recordings)} limit ${FEW_AND_ONE}) ${NAMED}`.execute(
    db,
  );
  const ids = new Set([...inWords, ...about.rows.map(({ id }) => id)]);
  return fewOf([...ids].map((id) => ({ id })));
}

export async function commentsOfTable(db: Db, asked: CommentsAsked, few: readonly string[] | null = null) {
  const key = SORTS[asked.sort ?? 'date'];
  const select =
    few === null
      ? selectRows(db, asked).where(conditions(asked)).where(found(asked))
      : db
          .selectFrom('comments')
          .crossJoin('accounts')
          .crossJoin('tracks')
          .where(sql<boolean>`comments.id in ${idList(few)}`);
  return cutPage(
    select
      .whereRef('accounts.id', '=', 'comments.account_id')
      .whereRef('tracks.id', '=', 'comments.track_id')
      .where('tracks.status', '=', sql.lit('active'))
      .select([
        'comments.id',
        'comments.content',
        'comments.account_id',
        'comments.track_id',
        'comments.likes',
        'comments.created_at',
        'accounts.username',
        'tracks.title as track_title',
      ])
      .select(sortColumns(key)),
    key,
    asked,
    asked.sort === 'user' || asked.sort === 'track',
  ).execute();
}

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

/** Without words nobody looks at whose they are: each belongs to a track and a person. */
export async function countComments(
  db: Db,
  asked: CommentsAsked,
  few: readonly string[] | null,
): Promise<Total> {
  if (few !== null) return exactly(few.length);
  const isOfFew = asked.user !== undefined || asked.track !== undefined;
  if (wordsIn(asked) === '' && !isOfFew) return exactly((await readTotals(db))('comments'));
  if (wordsIn(asked) === '')
    return countOfRows(db, sql`(select 1 as one from comments where ${conditions(asked)})`);
  if (!isOfFew && (await fewSaying(db, wordsIn(asked))) === null) return countOfFew(null);
  return countOfRows(
    db,
    sql`(select 1 as one from comments cross join accounts cross join tracks
      where accounts.id = comments.account_id and tracks.id = comments.track_id
        and ${conditions(asked)} and ${found(asked)})`,
  );
}
