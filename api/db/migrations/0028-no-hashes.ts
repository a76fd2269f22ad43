// The plain hash of a file tells who else has that file: it is made from the stored bytes when it is asked for.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table uploads drop column sha256').execute(db);
}
