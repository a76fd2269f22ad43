// Whoever speaks against a removal is answered, once: taken back or not, and why. And the tables of moderators are sorted
// by indexes: a page of tens of thousands of rows costs the same anywhere.
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table reports add column appeal_outcome text check (appeal_outcome in ('accepted','declined'))`,
  `alter table reports add column appeal_answer text not null default ''`,
  `alter table reports add column appeal_answered_at integer`,
  `create index table_tracks_title on tracks(title collate nocase, id) where status = 'active'`,
  `create index table_tracks_length on tracks(duration, id) where status = 'active'`,
  `create index table_tracks_size on tracks(size, id) where status = 'active'`,
  `create index table_accounts_registered on accounts(created_at, id)`,
  `create index table_accounts_uploads on accounts(total_uploads, id)`,
  `create index table_accounts_likes on accounts(total_likes, id)`,
  `create index table_comments_likes on comments(likes, id)`,
  `create index table_reports_date on reports(created_at, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
