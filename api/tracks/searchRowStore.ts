// The rows of the full-text indexes. On PostgreSQL that is one table, `search_rows`. On SQLite FTS5 finds a row by words or by
// its number, and reads everything for any other question: `search_rows` knows the number of each track's row.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import { stringList } from '../db/json.ts';
import { numberList } from '../db/lists.ts';
import type { TracksFtsTable } from '../db/schema.ts';
import { insideOf, vectorOf } from './lexemes.ts';

/** Adds the row of a track that has none yet. */
export async function insertSearchRow(db: Db, row: Omit<TracksFtsTable, 'rowid'>): Promise<void> {
  if (isPostgres(db)) {
    await sql`insert into search_rows(track_id, words, inside)
      values (${row.track_id}, ${vectorOf(row)}::tsvector, ${insideOf(row)})`.execute(db);
    return;
  }
  const { doc: rowid } = await db
    .insertInto('search_rows')
    .values({ track_id: row.track_id })
    .returning('doc')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tracks_fts')
    .values({ rowid, ...row })
    .execute();
  await addPieces(db, [rowid]);
}

/** Tracks of one step: about 20 ms on either database. */
const TRACKS_AT_ONCE = 500;

/**
 * Makes the rows of tracks that have none, those behind `after` in the order of their ids. Answers the last id, null when
 * there was none left.
 */
export async function addSearchRows(db: Db, after: string): Promise<string | null> {
  const tracks = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.id', 'title', 'description', 'tracks.tags_json', 'username'])
    .where('tracks.id', '>', after)
    .orderBy('tracks.id')
    .limit(TRACKS_AT_ONCE)
    .execute();
  const rows = tracks.map(({ id, title, description, tags_json, username }) => {
    const tags = [...new Set(stringList(tags_json).map((tag) => tag.toLowerCase()))].join(' ');
    return { track_id: id, title, description, tags, username };
  });
  if (!isPostgres(db)) for (const row of rows) await insertSearchRow(db, row);
  else {
    const made = rows.map((row) => ({ id: row.track_id, words: vectorOf(row), inside: insideOf(row) }));
    await sql`insert into search_rows(track_id, words, inside) select id, words::tsvector, inside
      from json_to_recordset(${JSON.stringify(made)}::json) as made(id text, words text, inside text)`.execute(
      db,
    );
  }
  return rows.at(-1)?.track_id ?? null;
}

/** Does nothing for a track without one. */
export async function deleteSearchRow(db: Db, trackId: string): Promise<void> {
  const row = await db
    .deleteFrom('search_rows')
    .where('track_id', '=', trackId)
    .returning('doc')
    .executeTakeFirst();
  if (!row || isPostgres(db)) return;
  await removePieces(db, [row.doc]);
  await db.deleteFrom('tracks_fts').where('rowid', '=', row.doc).execute();
}

/** The tracks of an account are found under its new name. */
export async function renameInSearchRows(db: Db, accountId: string, username: string): Promise<void> {
  if (isPostgres(db)) return rewriteRows(db, accountId, username);
  const rows = await db
    .selectFrom('search_rows')
    .innerJoin('tracks', 'tracks.id', 'search_rows.track_id')
    .select('search_rows.doc')
    .where('tracks.account_id', '=', accountId)
    .execute();
  const docs = rows.map(({ doc }) => doc);
  await removePieces(db, docs);
  await db
    .updateTable('tracks_fts')
    .set({ username })
    .where('rowid', 'in', sql<number>`${numberList(docs)}`)
    .execute();
  await addPieces(db, docs);
}

/** PostgreSQL's rows hold no words to be read again: they are made from the tracks. */
async function rewriteRows(db: Db, accountId: string, username: string): Promise<void> {
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'title', 'description'])
    .where('account_id', '=', accountId)
    .execute();
  for (const { id, title, description } of tracks) {
    const tags = await db.selectFrom('track_tags').select('tag').where('track_id', '=', id).execute();
    const row = { title, description, username, tags: tags.map(({ tag }) => tag).join(' ') };
    await sql`update search_rows set words = ${vectorOf(row)}::tsvector, inside = ${insideOf(row)}
      where track_id = ${id}`.execute(db);
  }
}

/** Adds the pieces of rows whose words are there. */
async function addPieces(db: Db, docs: readonly number[]): Promise<void> {
  await sql`insert into tracks_fts_inside(rowid, title, tags, username)
    select rowid, title, tags, username from tracks_fts where rowid in ${numberList(docs)}`.execute(db);
}

/** Removes the pieces of rows whose words are still there: the index finds its pieces by them. */
async function removePieces(db: Db, docs: readonly number[]): Promise<void> {
  await sql`insert into tracks_fts_inside(tracks_fts_inside, rowid, title, tags, username)
    select 'delete', rowid, title, tags, username from tracks_fts where rowid in ${numberList(docs)}`.execute(
    db,
  );
}
