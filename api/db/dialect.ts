// The two databases this server runs on. Queries are one code: Kysely's builders compile for both, and a piece of SQL that
// cannot be the same has both forms side by side.
import { type Kysely, PostgresAdapter, type RawBuilder, type RawNode, sql, type Transaction } from 'kysely';

/** The key under which a node of SQLite's form carries PostgreSQL's form; only the compiler of PostgreSQL reads it. */
export interface TwoForms extends RawNode {
  readonly postgres: RawNode;
}

export const hasTwoForms = (node: RawNode): node is TwoForms => 'postgres' in node;

/** One piece of SQL in two forms; each database sees its own. */
export function either<T>(forms: { sqlite: RawBuilder<T>; postgres: RawBuilder<T> }): RawBuilder<T> {
  const source = {
    expressionType: undefined,
    toOperationNode: () => ({
      ...forms.sqlite.toOperationNode(),
      postgres: forms.postgres.toOperationNode(),
    }),
  };
  return sql<T>`${source}`;
}

/** For whole statements that differ, and for migrations. */
export const isPostgres = <Tables>(db: Kysely<Tables> | Transaction<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Behind a subquery in `from`: PostgreSQL 15 asks for a name, in plans of SQLite one looks like a table. */
export const NAMED = either({ sqlite: sql``, postgres: sql`as named` });

export async function hasTable<Tables>(
  db: Kysely<Tables> | Transaction<Tables>,
  name: string,
): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(
        db,
      )
    : await sql`select 1 from sqlite_master where name = ${name}`.execute(db);
  return rows.length > 0;
}
