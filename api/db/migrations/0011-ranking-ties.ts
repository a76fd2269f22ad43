// Rankings decide between equal votes: of equally liked tracks the one heard more comes first, of equally discussed
// ones the longer. Both orders stand in their index, so that a page costs the same anywhere in the list.
import { type Kysely, sql } from 'kysely';

const statements = [
  `drop index tracks_liked`,
  `drop index tracks_commented`,
  `create index tracks_liked on tracks(likes desc, plays desc, id desc) where status = 'active'`,
  `create index tracks_commented on tracks(comments_count desc, duration desc, id desc) where status = 'active'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
