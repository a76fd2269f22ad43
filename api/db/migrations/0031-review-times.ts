// How long a review takes is read from the newest decisions of people alone (`estimatedReviewTime`): both moments stand in the
// index, in its order, so that neither rows nor older decisions are read.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index uploads_decided on uploads(decided_at, created_at)
      where decided_at is not null and decided_by is not null`)
    .execute(db);
}
