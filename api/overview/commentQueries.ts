// SQL of the table of comments.
import { type RawBuilder, sql } from 'kysely';
import type { CommentSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { withoutCase } from '../db/collation.ts';
import { either, NAMED } from '../db/dialect.ts';
import { idList } from '../db/lists.ts';
import { phraseOf } from '../tracks/matching.ts';
import { type Asked, cutPage, type SortKey, sortColumns } from './pageQueries.ts';
import { holds, holdsFolded, isCalled, isShort, isTitled } from './wordQueries.ts';

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

const wordsIn = ({ search = '' }: CommentsAsked): string => search.trim();

/** Numbers of the comments that hold the text. */
const docsHolding = (search: string) =>
  either({
    sqlite: sql`(select rowid from comments_fts_inside where comments_fts_inside match ${phraseOf(search)})`,
    postgres: sql`(select doc from comment_docs where ${holdsFolded(sql`inside`, search)})`,
  });

/** Whether a row of `comments` has the searched words in its own text. */
const holdsWords = (search: string): RawBuilder<boolean> =>
  isShort(search)
    ? holds([sql`comments.content`], search)
    : sql<boolean>`(select doc from comment_docs where comment_id = comments.id) in ${docsHolding(search)}`;

/** Whether a row of `comments` has them in its author's name or in the title of its recording. */
const isAbout = (search: string): RawBuilder<boolean> =>
  sql<boolean>`(${isCalled(sql`comments.account_id`, search)} or ${isTitled(sql`comments.track_id`, search)})`;

const matching = (search: string): RawBuilder<boolean> =>
  sql<boolean>`(${holdsWords(search)} or ${isAbout(search)})`;

/** Whether a row of `comments` belongs to the person and the recording that were asked for. */
function conditions({ user, track }: CommentsAsked): RawBuilder<boolean> {
  const all = [
    sql`true`,
    ...(user === undefined ? [] : [sql`comments.account_id = ${user}`]),
    ...(track === undefined ? [] : [sql`comments.track_id = ${track}`]),
  ];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Without words everything is found. */
function found(asked: CommentsAsked): RawBuilder<boolean> {
  const search = wordsIn(asked);
  return search === '' ? sql<boolean>`true` : matching(search);
}

/** A cross join is read in the order it is written in: what is sorted by comes first, unless the comments are few. */
function selectRows(db: Db, { sort, user, track }: CommentsAsked) {
  const isFew = user !== undefined || track !== undefined;
  if (sort === 'user' && !isFew) return db.selectFrom('accounts').crossJoin('comments').crossJoin('tracks');
  if (sort === 'track' && !isFew) return db.selectFrom('tracks').crossJoin('comments').crossJoin('accounts');
  return db.selectFrom('comments').crossJoin('accounts').crossJoin('tracks');
}

/** Up to so many found comments are fetched and sorted; more are looked for along the index of the order. */
const FEW = 2000;

/** Ids of what a search finds, when it is little; null for much, and without words. */
async function fewFound(db: Db, asked: CommentsAsked): Promise<string[] | null> {
  const search = wordsIn(asked);
  if (search === '') return null;
  const most = FEW + 1;
  const inWords = isShort(search)
    ? sql`select id from comments where ${holdsWords(search)} and ${conditions(asked)} limit ${most}`
    : sql`select comments.id from comment_docs join comments on comments.id = comment_docs.comment_id
        where doc in ${docsHolding(search)} and ${conditions(asked)} limit ${most}`;
  const { rows } = await sql<{ id: string }>`select id from (${inWords}) ${NAMED}
    union select id from (
      select id from comments where ${isAbout(search)} and ${conditions(asked)} limit ${most}) ${NAMED}`.execute(
    db,
  );
  return rows.length > FEW ? null : rows.map(({ id }) => id);
}

export async function commentsOfTable(db: Db, asked: CommentsAsked) {
  const key = SORTS[asked.sort ?? 'date'];
  const ids = await fewFound(db, asked);
  const select =
    ids === null
      ? selectRows(db, asked).where(conditions(asked)).where(found(asked))
      : db
          .selectFrom('comments')
          .crossJoin('accounts')
          .crossJoin('tracks')
          .where(sql<boolean>`comments.id in ${idList(ids)}`);
  return cutPage(
    select
      .whereRef('accounts.id', '=', 'comments.account_id')
      .whereRef('tracks.id', '=', 'comments.track_id')
      .where('tracks.status', '=', 'active')
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
  ).execute();
}

export type CommentTable = Awaited<ReturnType<typeof commentsOfTable>>;

/** Without looking at whose they are: each belongs to a track and a person. */
export async function countComments(db: Db, asked: CommentsAsked): Promise<number> {
  const search = wordsIn(asked);
  const count = async (condition: RawBuilder<boolean>): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from comments
      where ${condition} and ${conditions(asked)}`.execute(db);
    return rows[0]?.n ?? 0;
  };
  if (search === '') return count(sql`true`);
  const isOfFew = asked.user !== undefined || asked.track !== undefined;
  if (isShort(search) || isOfFew) return count(matching(search));
  // What the words find is a number of the index; of the others only those that are about it are read.
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${docsHolding(search)} ${NAMED}`.execute(db);
  const also = await count(sql`${isAbout(search)} and not ${holdsWords(search)}`);
  return (rows[0]?.n ?? 0) + also;
}
