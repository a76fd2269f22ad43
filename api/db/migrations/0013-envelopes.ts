// Recordings have a spectral envelope, a blob of its own beside the audio. Those that were there before have none until
// the job that makes them comes by.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table tracks add column envelope text`,
  `alter table uploads add column envelope text`,
  `create index tracks_envelope on tracks(envelope)`,
  `create index uploads_envelope on uploads(envelope)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
