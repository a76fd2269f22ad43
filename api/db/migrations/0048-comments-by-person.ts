// The comments of one person under one recording: what a viewer who hides that person does not count.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index comments_track_account on comments(track_id, account_id)`.execute(db);
}
