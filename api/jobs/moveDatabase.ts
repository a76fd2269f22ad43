// Copies all rows between SQLite and PostgreSQL, rebuilds the search indexes and compares each table by a hash.
import type { Db } from '../db/client.ts';
import { bringUpToDate, refuseNewer, refuseOther } from '../db/migrate.ts';
import {
  type Digest,
  digestOf,
  indexTexts,
  insertPage,
  lastNumberOf,
  MOVED_TABLES,
  type MoveSource,
  type MoveTarget,
  NUMBERED_TABLES,
  pagesOf,
  refuseFilled,
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
  const stillEmpty = `${to.name} is still empty.`;
  const proceed = (step: string, done: number) => {
    if (signal.aborted) throw new Error(`Stopped. ${stillEmpty}`);
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
  await indexTexts(tx, to);
  for (const table of NUMBERED_TABLES) await to.setNumber(tx, table, await lastNumberOf(source, table));
  const reports: Digest[] = [];
  for (const table of MOVED_TABLES) {
    const [theirs, ours] = [await digestOf(source, table), await digestOf(tx, table)];
    if (theirs.sha256 !== ours.sha256)
      throw new Error(`${table} differs: ${theirs.rows} rows became ${ours.rows}. ${stillEmpty}`);
    proceed('tables compared', reports.push(ours));
  }
  return reports;
}

/**
 * Throws a sentence when the schema of an end does not fit, `to` has rows, it was stopped or rows differ. `to` then stays
 * empty; run the move again.
 */
export async function moveDatabase(move: DatabaseMove): Promise<Digest[]> {
  const { from, to } = move;
  await refuseOther(from.db, from.name);
  await refuseNewer(to.db, to.name);
  await bringUpToDate(to.db);
  await refuseFilled(to.db, to.name);
  return from.db
    .transaction()
    .execute((source) =>
      to.db.transaction().execute((tx) => to.withoutTriggers(tx, () => copyAll(move, source, tx))),
    );
}
