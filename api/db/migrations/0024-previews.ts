// What of a waiting recording a moderator hears first. Those that wait already have none until the job that makes
// envelopes comes by.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table uploads add column preview_json text`).execute(db);
}
