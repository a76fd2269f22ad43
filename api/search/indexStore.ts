// Writes the indexes of words of recordings. On PostgreSQL that is one table, `search_rows`. On SQLite, `search_rows` stores the number
// under which the two FTS5 tables hold a recording.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import { stringList } from '../db/json.ts';
import { numberList } from '../db/lists.ts';
import type { TracksFtsTable } from '../db/tables/tracks.ts';
import { piecesTextOf, tsVectorOf } from './words.ts';

type NewRow = Omit<TracksFtsTable, 'rowid'> & Partial<Pick<TracksFtsTable, 'rowid'>>;

/** Adds the row of a track that has none. Without a `rowid` it gets the next number: search returns the highest numbers first. */
export async function insertSearchRow(db: Db, { rowid: doc, ...row }: NewRow): Promise<void> {
  if (isPostgres(db)) {
    const [column, value] = doc === undefined ? [sql``, sql``] : [sql`doc, `, sql`${doc}, `];
    await sql`insert into search_rows(${column}track_id, words, inside)
      values (${value}${row.track_id}, ${tsVectorOf(row)}::tsvector, ${piecesTextOf(row)})`.execute(db);
    return;
  }
  const { doc: rowid } = await db
    .insertInto('search_rows')
    .values({
      track_id: row.track_id,
      ...(doc === undefined ? {} : { doc }),
    })
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

/** Time and id of the last track that `addSearchRows` saw. */
export type Place = readonly [createdAt: number, id: string];

/** Adds the rows of the next tracks after a place, oldest first. Returns the place of the last one, null at the end. */
export async function addSearchRows(db: Db, [createdAt, id]: Place): Promise<Place | null> {
  const tracks = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.id', 'title', 'description', 'tracks.tags_json', 'username', 'tracks.created_at'])
    .where('tracks.status', '=', sql.lit('active'))
    .where(sql<boolean>`(tracks.created_at, tracks.id) > (${createdAt}, ${id})`)
    .orderBy('tracks.created_at')
    .orderBy('tracks.id')
    .limit(TRACKS_AT_ONCE)
    .execute();
  const rows = tracks.map(({ id, title, description, tags_json, username }) => {
    const tags = [...new Set(stringList(tags_json).map((tag) => tag.toLowerCase()))].join(' ');
    return { track_id: id, title, description, tags, username };
  });
  if (!isPostgres(db)) for (const row of rows) await insertSearchRow(db, row);
  else {
    const made = rows.map((row) => ({ id: row.track_id, words: tsVectorOf(row), inside: piecesTextOf(row) }));
    await sql`insert into search_rows(track_id, words, inside) select id, words::tsvector, inside
      from json_to_recordset(${JSON.stringify(made)}::json) as made(id text, words text, inside text)`.execute(
      db,
    );
  }
  const last = tracks.at(-1);
  return last ? [last.created_at, last.id] : null;
}

/** Returns the number of the deleted row; undefined when there was none. */
export async function deleteSearchRow(db: Db, trackId: string): Promise<number | undefined> {
  const row = await db
    .deleteFrom('search_rows')
    .where('track_id', '=', trackId)
    .returning('doc')
    .executeTakeFirst();
  if (!row || isPostgres(db)) return row?.doc;
  const { doc } = row;
  await removePieces(db, [doc]);
  await db.deleteFrom('tracks_fts').where('rowid', '=', doc).execute();
  return doc;
}

/** Writes the new name into the rows of an account's tracks. */
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

/** PostgreSQL's rows do not hold the texts, so they are read from the tracks. */
async function rewriteRows(db: Db, accountId: string, username: string): Promise<void> {
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'title', 'description'])
    .where('account_id', '=', accountId)
    .execute();
  for (const { id, title, description } of tracks) {
    const tags = await db.selectFrom('track_tags').select('tag').where('track_id', '=', id).execute();
    const row = { title, description, username, tags: tags.map(({ tag }) => tag).join(' ') };
    await sql`update search_rows set words = ${tsVectorOf(row)}::tsvector, inside = ${piecesTextOf(row)}
      where track_id = ${id}`.execute(db);
  }
}

/** Call after the texts of the rows are written. */
async function addPieces(db: Db, docs: readonly number[]): Promise<void> {
  await sql`insert into tracks_fts_inside(rowid, title, tags, username)
    select rowid, title, tags, username from tracks_fts where rowid in ${numberList(docs)}`.execute(db);
}

/** Call before the texts of the rows change: FTS5 finds the trigrams to delete by them. */
async function removePieces(db: Db, docs: readonly number[]): Promise<void> {
  await sql`insert into tracks_fts_inside(tracks_fts_inside, rowid, title, tags, username)
    select 'delete', rowid, title, tags, username from tracks_fts where rowid in ${numberList(docs)}`.execute(
    db,
  );
}
