// What is told about a track goes with it, also what its owner was told; the owner's diary of their own deeds stays. What
// has been deleted already is forgotten now.
import { type Kysely, sql } from 'kysely';

const statements = [
  `drop trigger tracks_gone_from_news`,
  `create trigger tracks_gone_from_news after delete on tracks begin
    delete from notifications where track_id = old.id;
    delete from activities where track_id = old.id and account_id <> old.account_id;
  end`,
  `delete from notifications where track_id is not null
    and not exists (select 1 from tracks where tracks.id = notifications.track_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
