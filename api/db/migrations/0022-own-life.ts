// What a person decides about their own life here: which browsers are signed in, moving to another one, whom they do not
// want to meet, when the account goes, and the consent of everybody who can be heard. A session that was ended from
// elsewhere is remembered by its hash, so that its browser can be told why. A consent outlives the upload it came with.
import { type Kysely, sql } from 'kysely';

const now = `(cast(unixepoch('subsec') * 1000 as integer))`;

const statements = [
  `alter table sessions add column browser text not null default ''`,
  `create table ended_sessions (
    token_hash text primary key, ended_at integer not null default ${now}
  ) strict, without rowid`,
  `create table moves (
    account_id text primary key references accounts(id) on delete cascade,
    phrase_key text not null unique, created_at integer not null, expires_at integer not null
  ) strict, without rowid`,
  `create table blocks (
    account_id text not null references accounts(id) on delete cascade,
    other_id text not null references accounts(id) on delete cascade,
    kind text not null check (kind in ('mute','block')), created_at integer not null,
    primary key (account_id, other_id)
  ) strict, without rowid`,
  `create index blocks_other on blocks(other_id)`,
  `alter table accounts add column erase_at integer`,
  `create index accounts_erase on accounts(erase_at) where erase_at is not null`,
  `create table consents (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    version integer not null, given_at integer not null, withdrawal_key text unique
  ) strict, without rowid`,
  `create index consents_account on consents(account_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
