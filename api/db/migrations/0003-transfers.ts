// Resumable uploads that are not published yet. The bytes received are the size of the file on the disk.
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table transfers (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    file text not null unique, size integer not null, content_key text not null,
    created_at integer not null, expires_at integer not null
  ) strict`,
  `create index transfers_account on transfers(account_id)`,
  `create index transfers_expiry on transfers(expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
