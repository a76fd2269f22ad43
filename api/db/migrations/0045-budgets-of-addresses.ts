// What is unfinished and what is published counts for the address it comes from and for the IPv6 site around that; an
// unfinished upload knows what has come of it, and when, so that an announcement reserves no room for long. Jobs know whose they
// are.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const statements = (isOnPostgres: boolean): string[] => {
  const number = isOnPostgres ? 'bigint' : 'integer';
  const text = isOnPostgres ? 'text collate "C"' : 'text';
  return [
    `alter table transfers add column address_key ${text}`,
    `alter table transfers add column site_key ${text}`,
    `alter table transfers add column received ${number} not null default 0`,
    `alter table transfers add column active_at ${number} not null default 0`,
    // What has come of those that are there is not known here: all of it at most.
    `update transfers set received = size, active_at = created_at`,
    `create index transfers_address on transfers(address_key)`,
    `create index transfers_site on transfers(site_key)`,
    `create index transfers_active on transfers(active_at)`,
    `alter table upload_events add column site_key ${text}`,
    `create index upload_events_site on upload_events(site_key, created_at)`,
    ...(isOnPostgres ? [`alter table jobs add column caller ${text} not null default ''`] : []),
  ];
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(isPostgres(db))) await sql.raw(statement).execute(db);
}
