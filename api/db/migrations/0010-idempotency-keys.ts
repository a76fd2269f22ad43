// What writes with an Idempotency-Key were answered, sealed with that key (`db/idempotencyKeys.ts`).
import { type Kysely, sql } from 'kysely';

const statements = [
  `create table idempotency_keys (
    account_id text not null references accounts(id) on delete cascade,
    key_hash text not null, fingerprint text not null, sealed_answer blob, created_at integer not null,
    primary key (account_id, key_hash)
  ) strict`,
  `create index idempotency_keys_account on idempotency_keys(account_id, created_at)`,
  `create index idempotency_keys_age on idempotency_keys(created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
