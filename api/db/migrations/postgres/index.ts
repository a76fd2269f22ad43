// The schema PostgreSQL begins with: what the migrations 0001 to 0026 leave on SQLite.
import { type Kysely, sql } from 'kysely';
import { hints } from './hints.ts';
import { indexes } from './indexes.ts';
import { search } from './search.ts';
import { tables } from './tables.ts';
import { triggers } from './triggers.ts';

/** Text is compared by its bytes, as SQLite does, whatever the database was made with. */
const byBytes = (statement: string) => statement.replace(/\btext\b(?! collate)/g, 'text collate "C"');

/** Request budgets that are spent; nothing is lost but what was counted when the database crashes. */
const limits = `create unlogged table limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const [extension = '', searchTable = '', ...searchRest] = search;
  const all = [
    extension,
    ...tables.map(byBytes),
    byBytes(searchTable),
    limits,
    ...indexes,
    ...searchRest,
    ...triggers,
    ...hints,
  ];
  for (const statement of all) await sql.raw(statement).execute(db);
}
