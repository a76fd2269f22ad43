// What a profile shows: how often a person's recordings were played, counted as it happens, and what a person likes,
// the newest first, from an index that answers a page at the same cost anywhere in the list.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table accounts add column total_plays integer not null default 0`,
  `update accounts set total_plays =
    (select coalesce(sum(plays), 0) from tracks where tracks.account_id = accounts.id)`,
  `create index likes_account on likes(account_id, created_at desc, track_id desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
