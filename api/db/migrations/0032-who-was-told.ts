// Whether somebody was told of a deed before is asked at every like: found in one step, by who did it, what it was and to which
// recording. Whose deeds they are is still found by its first column.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop index notifications_actor').execute(db);
  await sql.raw('create index notifications_deed on notifications(actor_id, type, track_id)').execute(db);
}
