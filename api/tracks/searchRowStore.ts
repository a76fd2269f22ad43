// The rows of the full-text indexes. FTS5 finds a row by words or by its number, and reads everything for any other
// question: `search_rows` knows the number of each track's row.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { TracksFtsTable } from '../db/schema.ts';

/** Of a track that has none yet. */
export async function insertSearchRow(db: Db, row: Omit<TracksFtsTable, 'rowid'>): Promise<void> {
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

/** Does nothing for a track without one. */
export async function deleteSearchRow(db: Db, trackId: string): Promise<void> {
  const row = await db
    .deleteFrom('search_rows')
    .where('track_id', '=', trackId)
    .returning('doc')
    .executeTakeFirst();
  if (!row) return;
  await removePieces(db, [row.doc]);
  await db.deleteFrom('tracks_fts').where('rowid', '=', row.doc).execute();
}

/** The tracks of an account are found under its new name. */
export async function renameInSearchRows(db: Db, accountId: string, username: string): Promise<void> {
  const rows = await db
    .selectFrom('search_rows')
    .innerJoin('tracks', 'tracks.id', 'search_rows.track_id')
    .select('search_rows.doc')
    .where('tracks.account_id', '=', accountId)
    .execute();
  const docs = rows.map(({ doc }) => doc);
  await removePieces(db, docs);
  await db.updateTable('tracks_fts').set({ username }).where('rowid', 'in', among(docs)).execute();
  await addPieces(db, docs);
}

const among = (docs: readonly number[]) =>
  sql<number>`(select value from json_each(${JSON.stringify(docs)}))`;

/** Of rows whose words are there. */
async function addPieces(db: Db, docs: readonly number[]): Promise<void> {
  await sql`insert into tracks_fts_inside(rowid, title, tags, username)
    select rowid, title, tags, username from tracks_fts where rowid in ${among(docs)}`.execute(db);
}

/** Of rows whose words are still there: the index finds its pieces by them. */
async function removePieces(db: Db, docs: readonly number[]): Promise<void> {
  await sql`insert into tracks_fts_inside(tracks_fts_inside, rowid, title, tags, username)
    select 'delete', rowid, title, tags, username from tracks_fts where rowid in ${among(docs)}`.execute(db);
}
