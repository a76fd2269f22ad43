// People know the number that they have in the index of words, and an index of these numbers holds all that moderators sort by: of
// thousands that a search finds no row is read but those of the page.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { trigger } from './postgres/triggers.ts';

const NUMBERED = {
  name: 'accounts_numbered',
  event: 'after insert on account_docs',
  body: 'update accounts set index_number = new.doc where id = new.account_id;',
};
const SORTED_BY = 'id, username_key, email, total_uploads, total_likes, is_verified, role';

const statements = (isOnPostgres: boolean): string[] => [
  `alter table accounts add column index_number ${isOnPostgres ? 'bigint' : 'integer'}`,
  `update accounts set index_number = account_docs.doc from account_docs where account_id = accounts.id`,
  `create index table_accounts_found on accounts${
    isOnPostgres ? `(index_number) include (${SORTED_BY})` : `(index_number, ${SORTED_BY})`
  } where deleted_at is null`,
  ...(isOnPostgres
    ? trigger(NUMBERED.name, NUMBERED.event, NUMBERED.body)
    : [`create trigger ${NUMBERED.name} ${NUMBERED.event} begin ${NUMBERED.body} end`]),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(isPostgres(db))) await sql.raw(statement).execute(db);
}
