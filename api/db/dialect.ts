// Queries for both databases: Kysely's builders compile for either, and `either` holds both forms of SQL that differs.
import { type Kysely, PostgresAdapter, type RawBuilder, type RawNode, sql, type Transaction } from 'kysely';

/** A node of SQLite's form that also carries PostgreSQL's form, which only PostgreSQL's compiler reads. */
export interface TwoForms extends RawNode {
  readonly postgres: RawNode;
}

export const hasTwoForms = (node: RawNode): node is TwoForms => 'postgres' in node;

/** SQL in two forms; each database gets its own. */
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

/** Put after a subquery in `from`: PostgreSQL 15 requires a name, which SQLite's plans would show as a table. */
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

/** Name of a table that is not the database's own, an extension's or the migrator's; null when there is none. */
export async function anyTable<Tables>(db: Kysely<Tables> | Transaction<Tables>): Promise<string | null> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select tablename as name from pg_tables
        where schemaname = current_schema() and tablename not like 'kysely%' and not exists (select 1 from pg_depend
          where deptype = 'e' and objid = format('%I.%I', schemaname, tablename)::regclass) limit 1`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_master
        where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' limit 1`.execute(db);
  return rows[0]?.name ?? null;
}
