// Plays are counted under one-way tokens of a day: no row leads to an account. And the counters that an erased account leaves
// behind are corrected without telling everybody which ones they are (`quietChanges.ts`).
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const note = (kind: string, id: string) =>
  `if current_setting('aural.quiet', true) is distinct from 'on' then raise notice 'aural ${kind} %', ${id}; end if;`;
const quietly = (name: string, kind: string, id: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${note(kind, id)} return null; end $$`;

const statements = (isOnPostgres: boolean): string[] => [
  'delete from listenings',
  'alter table listenings rename column listener to token',
  ...(isOnPostgres
    ? [
        quietly('told_track_counts', 'track', 'new.id'),
        quietly('told_comment_liked', 'comments', 'new.track_id'),
        quietly('told_person', 'person', 'new.id'),
      ]
    : []),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(isPostgres(db))) await sql.raw(statement).execute(db);
}
