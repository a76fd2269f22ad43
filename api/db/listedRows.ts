// Rows on their way from one thread to another: the names once, and of each row its values. To make an object of a row, to copy
// it name by name and to make it again costs half as much more.
import { keptStatements, type RawDatabase, type RawStatement } from './driver.ts';

export interface ListedRows {
  names: readonly string[];
  rows: readonly (readonly unknown[])[];
}

interface Kept {
  statement: RawStatement;
  names: readonly string[];
}

const namesOf = (statement: RawStatement) => statement.columns().map(({ name }) => name ?? '');

function listed(kept: Kept, parameters: readonly unknown[]): ListedRows {
  const rows = kept.statement.all(...parameters) as unknown[][];
  // SQLite compiles a statement anew when another process has given a table a column.
  if (rows[0] && rows[0].length !== kept.names.length) kept.names = namesOf(kept.statement);
  return { names: kept.names, rows };
}

/** Of a statement that cannot answer in lists. */
function named(statement: RawStatement, parameters: readonly unknown[]): ListedRows {
  const rows = statement.all(...parameters) as object[];
  return { names: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) };
}

/** Answers queries of `database`, whose statements it keeps. */
export function listReader(
  database: RawDatabase,
): (sql: string, parameters: readonly unknown[]) => ListedRows {
  const prepared = keptStatements(database, (statement) => {
    statement.setReturnArrays?.(true);
    return { statement, names: namesOf(statement) };
  });
  return (sql, parameters) => {
    const kept = prepared(sql);
    return kept.statement.setReturnArrays ? listed(kept, parameters) : named(kept.statement, parameters);
  };
}

/** As Kysely hands them on. */
export function rowsOf({ names, rows }: ListedRows): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row;
  });
}
