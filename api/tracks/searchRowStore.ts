// The rows of the full-text index. FTS5 finds a row by words or by its number, and reads everything for any other
// question: `search_rows` knows the number of each track's row.
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
}

/** Does nothing for a track without one. */
export async function deleteSearchRow(db: Db, trackId: string): Promise<void> {
  const row = await db
    .deleteFrom('search_rows')
    .where('track_id', '=', trackId)
    .returning('doc')
    .executeTakeFirst();
  if (row) await db.deleteFrom('tracks_fts').where('rowid', '=', row.doc).execute();
}

/** The tracks of an account are found under its new name. */
export async function renameInSearchRows(db: Db, accountId: string, username: string): Promise<void> {
  await db
    .updateTable('tracks_fts')
    .set({ username })
    .where('rowid', 'in', (eb) =>
      eb
        .selectFrom('search_rows')
        .innerJoin('tracks', 'tracks.id', 'search_rows.track_id')
        .select('search_rows.doc')
        .where('tracks.account_id', '=', accountId),
    )
    .execute();
}
