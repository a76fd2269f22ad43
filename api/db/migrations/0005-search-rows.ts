// Which row of the search index holds a track. The index can be asked for words and for its row number only: finding
// a track in it by its id reads all of it.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table search_rows (doc integer primary key, track_id text not null unique) strict`,
  `insert into search_rows(doc, track_id) select rowid, track_id from tracks_fts`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
