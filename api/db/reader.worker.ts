// Worker thread: runs queries on a read-only connection.
import { parentPort, workerData } from 'node:worker_threads';
import { cachedStatements, openReadOnly, type RawDatabase, type RawStatement } from './driver.ts';
import { sqliteCode } from './faults.ts';
import type { ListedRows, Query, QueryReply } from './readPool.ts';

interface Prepared {
  statement: RawStatement;
  names: readonly string[];
}

const namesOf = (statement: RawStatement) => statement.columns().map(({ name }) => name ?? '');

function listed(entry: Prepared, parameters: readonly unknown[]): ListedRows {
  const rows = entry.statement.all(...parameters) as unknown[][];
  // SQLite recompiles a statement when another process has added a column.
  if (rows[0] && rows[0].length !== entry.names.length) entry.names = namesOf(entry.statement);
  return { names: entry.names, rows };
}

/** For a statement that cannot return arrays. */
function named(statement: RawStatement, parameters: readonly unknown[]): ListedRows {
  const rows = statement.all(...parameters) as object[];
  return { names: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) };
}

/** Runs queries with cached statements. */
function listReader(database: RawDatabase): (sql: string, parameters: readonly unknown[]) => ListedRows {
  const prepared = cachedStatements(database, (statement) => {
    statement.setReturnArrays?.(true);
    return { statement, names: namesOf(statement) };
  });
  return (sql, parameters) => {
    const entry = prepared(sql);
    return entry.statement.setReturnArrays ? listed(entry, parameters) : named(entry.statement, parameters);
  };
}

const database = await openReadOnly((workerData as { file: string }).file);
const read = listReader(database);

function answer({ sql, parameters }: Query): QueryReply {
  const started = performance.now();
  try {
    const rows = read(sql, parameters);
    return { rows, milliseconds: performance.now() - started };
  } catch (error) {
    const { message } = error as Error;
    return { error: message, errcode: sqliteCode(error), milliseconds: performance.now() - started };
  }
}

parentPort?.on('message', (query: Query | null) => {
  if (query) {
    parentPort?.postMessage(answer(query));
    return;
  }
  database.close();
  parentPort?.close();
});
parentPort?.postMessage('ready');
