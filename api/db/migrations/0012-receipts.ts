// What an upload's receipt says: the hash of the stored file, and which metadata did not come along.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table uploads add column sha256 text`,
  `alter table uploads add column removed_json text not null default '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
