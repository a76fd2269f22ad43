// Tags in use and their counts. Triggers maintain `tag_uses`.
import { sql } from 'kysely';
import { PAGE_TAGS } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { either } from '../db/dialect.ts';
import { errorsBetween } from '../search/typos.ts';
import { wordsOf } from '../search/words.ts';

export interface TagRow {
  tag: string;
  uses: number;
}

export interface TagPage {
  rows: TagRow[];
  nextCursor: string | null;
}

/** Most used tags compared with a misspelled one. */
const NEAREST_AMONG = 500;
const NEAREST_ERRORS = 2;
const isLong = (word: string) => word.length > 4;

interface TagsQuery {
  query?: string | undefined;
  cursor?: string | undefined;
}

/**
 * Throws `invalid_body` for an invalid cursor. Without words each page costs the same; with words it scans all tags in use, a
 * few milliseconds for 50,000.
 */
export async function pageOfTags(db: Db, { query = '', cursor }: TagsQuery): Promise<TagPage> {
  if (query.trim() === '') {
    const rows = await selectTags(db, cursor)
      .limit(PAGE_TAGS + 1)
      .execute();
    return cut(rows.map((row) => ({ ...row, inside: undefined })));
  }
  const words = wordsOf(query);
  if (words.length === 0) return { rows: [], nextCursor: null };
  const rows = await tagsWith(db, words, cursor);
  return rows.length > 0 || cursor ? cut(rows) : { rows: await nearestTags(db, words), nextCursor: null };
}

function cut(rows: readonly (TagRow & { inside: number | undefined })[]): TagPage {
  const page = rows.slice(0, PAGE_TAGS);
  const last = page.at(-1);
  if (rows.length <= PAGE_TAGS || !last) return { rows: page, nextCursor: null };
  const place = { value: last.uses, id: last.tag };
  return {
    rows: page,
    nextCursor: writeCursor(last.inside === undefined ? place : { ...place, tie: last.inside }),
  };
}

/** From the cursor on. Exported for the tests of query plans. */
export function selectTags(db: Db, cursor: string | undefined) {
  let select = db.selectFrom('tag_uses').select(['tag', 'uses']).orderBy('rank').orderBy('tag');
  if (cursor) {
    const { value, id } = readCursor(cursor);
    select = select.where(sql<boolean>`(rank, tag) > (${-value}, ${id})`);
  }
  return select;
}

/** Tags with a word as prefix, then those that contain one. */
async function tagsWith(db: Db, words: readonly string[], cursor: string | undefined) {
  const tag = sql.ref('tag');
  const places = sql.join(
    words.map((word) =>
      either({ sqlite: sql`instr(${tag}, ${word})`, postgres: sql`strpos(${tag}, ${word})` }),
    ),
    sql`, `,
  );
  const begins = sql`1 in (${places})`;
  let select = db
    .selectFrom('tag_uses')
    .select(['tag', 'uses', sql<number>`not ${begins}`.as('inside')])
    .where(
      either({
        sqlite: sql<boolean>`max(0, ${places}) > 0`,
        postgres: sql<boolean>`greatest(0, ${places}) > 0`,
      }),
    )
    .orderBy('inside')
    .orderBy('rank')
    .orderBy('tag')
    .limit(PAGE_TAGS + 1);
  if (cursor) {
    const { value, id, tie = 0 } = readCursor(cursor);
    select = select.where(sql<boolean>`(not ${begins}, rank, tag) > (${tie}, ${-value}, ${id})`);
  }
  return select.execute();
}

/** Tags within one typing error, nearest first. */
async function nearestTags(db: Db, words: readonly string[]): Promise<TagRow[]> {
  const common = await selectTags(db, undefined).limit(NEAREST_AMONG).execute();
  const measured = common.map((row) => {
    const alike = words.filter(({ length }) => Math.abs(length - row.tag.length) <= NEAREST_ERRORS);
    const errors = alike.map((word) => errorsBetween(word, row.tag) + (isLong(word) ? 0 : 1));
    return { row, errors: Math.min(...errors) };
  });
  return measured
    .filter(({ errors }) => errors <= NEAREST_ERRORS)
    .sort((a, b) => a.errors - b.errors)
    .slice(0, PAGE_TAGS)
    .map(({ row }) => row);
}
