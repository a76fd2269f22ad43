// Copies all rows between SQLite and PostgreSQL, rebuilds the search indexes and compares each table by a hash.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import {
  type Digest,
  digestOf,
  insertPage,
  lastNumberOf,
  MOVED_TABLES,
  type MoveSource,
  type MoveTarget,
  NUMBERED_TABLES,
  pagesOf,
} from '../db/move.ts';
import { addSearchRows, type Place } from '../search/indexStore.ts';

export interface DatabaseMove {
  from: MoveSource;
  to: MoveTarget;
  signal: AbortSignal;
  /** Called often. */
  report(step: string, done: number): void;
}

/** Copies into the transaction `tx` of the target, which an error rolls back. */
async function copyAll({ to, signal, report }: DatabaseMove, source: Db, tx: Db): Promise<Digest[]> {
  const proceed = (step: string, done: number) => {
    if (signal.aborted) throw new Error(`Stopped. ${to.name} is still empty.`);
    report(step, done);
  };
  for (const table of MOVED_TABLES) {
    let done = 0;
    for await (const rows of pagesOf(source, table)) {
      await insertPage(tx, table, rows);
      done += rows.length;
      proceed(table, done);
    }
  }
  let place: Place | null = [-1, ''];
  for (let done = 0; place !== null; done++) {
    place = await addSearchRows(tx, place);
    proceed('index of recordings', done);
  }
  for (const statement of to.textIndexes) await sql.raw(statement).execute(tx);
  for (const table of NUMBERED_TABLES) await to.setNumber(tx, table, await lastNumberOf(source, table));
  const reports: Digest[] = [];
  for (const table of MOVED_TABLES) {
    const [theirs, ours] = [await digestOf(source, table), await digestOf(tx, table)];
    if (theirs.sha256 !== ours.sha256)
      throw new Error(
        `${table} differs: ${theirs.rows} rows became ${ours.rows}. ${to.name} is still empty.`,
      );
    proceed('tables compared', reports.push(ours));
  }
  return reports;
}

/** Throws a sentence when it was stopped or rows differ. `to` then stays empty; run the move again. */
export const moveDatabase = (move: DatabaseMove): Promise<Digest[]> =>
  move.from.db
    .transaction()
    .execute((source) =>
      move.to.db.transaction().execute((tx) => move.to.withoutTriggers(tx, () => copyAll(move, source, tx))),
    );
