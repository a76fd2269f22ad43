// Transactions of requests, as the database at hand likes them: SQLite has one writer, which takes what waits together;
// PostgreSQL has many, and shares its syncs between them by itself.
import type { Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';
import { createGroupCommit, type Transact } from './groupCommit.ts';
import type { Schema } from './schema.ts';

/** `spent`: milliseconds the writer of `db` has kept this thread so far; PostgreSQL's work is measured for each. */
export const createTransact = (db: Kysely<Schema>, spent: () => number): Transact =>
  isPostgres(db) ? createSideBySide(db) : createGroupCommit(db, spent);

/** What is given may run several times (`postgres/repeating.ts`); each run is paid for. */
function createSideBySide(db: Kysely<Schema>): Transact {
  return (work, _caller, cost = () => {}) =>
    db.transaction().execute(async (tx) => {
      const began = performance.now();
      try {
        return await work(tx);
      } finally {
        cost(performance.now() - began);
      }
    });
}
