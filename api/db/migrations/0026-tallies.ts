// How often something happened, by half-hours since 1970 (UTC): the history of the admin area, which nothing that is
// deleted later takes back. Triggers count, so that whoever writes is counted, in the transaction of the deed. What an
// earlier version has kept is counted here once; plays of which it kept no time stand at half-hour 0.
import { type Kysely, sql } from 'kysely';

const HALF_HOUR_MS = 30 * 60 * 1000;

const count = (
  subject: string,
  slot: string,
) => `insert into tallies(subject, slot, n) values ('${subject}', ${slot}, 1)
    on conflict (subject, slot) do update set n = n + 1;`;
const slotOf = (time: string) => `${time} / ${HALF_HOUR_MS}`;
const registeredAt = (row: string) => `coalesce(${row}.adult_confirmed_at, ${row}.created_at)`;

/** Tables with a row for each time it happened, whose name is the subject's. */
const COUNTED = ['tracks', 'likes', 'comments', 'reports'];

const statements = [
  // The sum of all sizes without reading the rows.
  `create index tracks_size on tracks(size)`,
  `create table tallies (
    subject text not null, slot integer not null, n integer not null, primary key (subject, slot)
  ) strict, without rowid`,
  ...COUNTED.flatMap((table) => [
    `insert into tallies select '${table}', ${slotOf('created_at')}, count(*) from ${table} group by 2`,
    `create trigger tallies_${table} after insert on ${table} begin ${count(table, slotOf('new.created_at'))} end`,
  ]),
  `insert into tallies select 'guests', ${slotOf('created_at')}, count(*) from accounts where role = 'guest' group by 2`,
  `insert into tallies select 'users', ${slotOf(registeredAt('accounts'))}, count(*) from accounts
    where role <> 'guest' group by 2`,
  `create trigger tallies_guests after insert on accounts when new.role = 'guest'
    begin ${count('guests', slotOf('new.created_at'))} end`,
  `create trigger tallies_users after insert on accounts when new.role <> 'guest'
    begin ${count('users', slotOf('new.created_at'))} end`,
  `create trigger tallies_registrations after update of role on accounts when old.role = 'guest' and new.role <> 'guest'
    begin ${count('users', slotOf(registeredAt('new')))} end`,
  // A listening window is a half-hour.
  `insert into tallies select 'plays', "window", count(*) from listenings group by 2`,
  `insert into tallies select 'plays', 0, n from (
    select coalesce(sum(plays), 0) - (select count(*) from listenings) as n from tracks) where n > 0`,
  `create trigger tallies_plays after insert on listenings begin ${count('plays', 'new."window"')} end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
