// Ids of uploads and transfers are the server's; the key a client chose is a column that holds within its account.
// An upload has a version, which rises when what the queue shows of it changes. Uploads are counted per address too.
import { type Kysely, sql } from 'kysely';

const HEX = (bytes: number) => `lower(hex(randomblob(${bytes})))`;
/** A version 4 UUID for each row. */
const UUID = `${HEX(4)} || '-' || ${HEX(2)} || '-4' || substr(${HEX(2)}, 2) || '-a' || substr(${HEX(2)}, 2) || '-' || ${HEX(6)}`;

const statements = [
  `alter table uploads add column upload_key text`,
  `alter table uploads add column version integer not null default 1`,
  // Keys were told apart by their case: the first of an account keeps the key.
  `update uploads set upload_key = lower(id) where not exists (
    select 1 from uploads earlier where earlier.account_id = uploads.account_id
      and lower(earlier.id) = lower(uploads.id) and earlier.rowid < uploads.rowid)`,
  `create unique index uploads_key on uploads(account_id, upload_key)`,
  // An id could be chosen so that an upload and an edit share it: such an upload gets another one.
  `create temp table renamed as select id as old_id, ${UUID} as new_id from uploads
    where id in (select id from track_edits)`,
  `update tracks set upload_id = (select new_id from renamed where old_id = upload_id)
    where upload_id in (select old_id from renamed)`,
  `update uploads set id = (select new_id from renamed where old_id = id)
    where id in (select old_id from renamed)`,
  `drop table renamed`,
  `create trigger uploads_owner_renamed after update of username on accounts
    when old.username <> new.username begin
    update uploads set version = version + 1 where account_id = new.id and status = 'pending_review';
  end`,
  `create table keyed_transfers (
    id text primary key, account_id text not null references accounts(id) on delete cascade,
    upload_key text not null, file text not null unique, size integer not null, content_key text not null,
    created_at integer not null, expires_at integer not null, unique (account_id, upload_key)
  ) strict`,
  // Only a key in small letters could be continued; it sorts after its twin in capitals.
  `insert or ignore into keyed_transfers
    select ${UUID}, account_id, lower(id), file, size, content_key, created_at, expires_at
    from transfers order by id desc`,
  `drop table transfers`,
  `alter table keyed_transfers rename to transfers`,
  `create index transfers_expiry on transfers(expires_at)`,
  `alter table upload_events add column address_key text`,
  `create index upload_events_address on upload_events(address_key, created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
