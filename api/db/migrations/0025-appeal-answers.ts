// Whoever speaks against a removal is answered, once: taken back or not, and why.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table reports add column appeal_outcome text check (appeal_outcome in ('accepted','declined'))`,
  `alter table reports add column appeal_answer text not null default ''`,
  `alter table reports add column appeal_answered_at integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
