// The search index also keeps the first two and three letters of every word: what somebody is typing is then looked up
// and not collected from all words that begin so (https://www.sqlite.org/fts5.html#prefix_indexes).
import { type Kysely, sql } from 'kysely';

const statements = [
  `create virtual table tracks_fts_prefixed using fts5(
    track_id unindexed, title, description, tags, username,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  )`,
  `insert into tracks_fts_prefixed(tracks_fts_prefixed, rank) values ('secure-delete', 1)`,
  `insert into tracks_fts_prefixed(rowid, track_id, title, description, tags, username)
    select rowid, track_id, title, description, tags, username from tracks_fts`,
  `drop table tracks_fts`,
  `alter table tracks_fts_prefixed rename to tracks_fts`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
