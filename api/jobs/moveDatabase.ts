// Copies all rows between SQLite and PostgreSQL, rebuilds the search indexes and compares each table by a hash.
import type { Db } from '../db/client.ts';
import {
  type Digest,
  digestOf,
  lastNumberOf,
  MOVED_TABLES,
  type MovedTable,
  type MoveSource,
  type MoveTarget,
  NUMBERED,
  pagesOf,
} from '../db/move.ts';
import { addSearchRows, type Place } from '../search/indexStore.ts';

export interface DatabaseMove {
  from: MoveSource;
  to: MoveTarget;
  signal: AbortSignal;
  /** Called often. */
  tell(step: string, done: number): void;
}

export type MovedReport = Digest & { table: MovedTable };

async function copyAll({ to, signal, tell }: DatabaseMove, from: Db, tx: Db): Promise<MovedReport[]> {
  const goOn = (step: string, done: number) => {
    if (signal.aborted) throw new Error(`Stopped. ${to.name} is still empty.`);
    tell(step, done);
  };
  for (const table of MOVED_TABLES) {
    let done = 0;
    for await (const rows of pagesOf(from, table)) {
      await to.insert(tx, table, rows);
      done += rows.length;
      goOn(table, done);
    }
  }
  let place: Place | null = [-1, ''];
  for (let done = 0; place !== null; done++) {
    place = await addSearchRows(tx, place);
    goOn('index of recordings', done);
  }
  await to.indexTexts(tx);
  for (const table of Object.keys(NUMBERED) as (keyof typeof NUMBERED)[])
    await to.setNumber(tx, table, await lastNumberOf(from, table));
  const reports: MovedReport[] = [];
  for (const [index, table] of MOVED_TABLES.entries()) {
    const [theirs, ours] = [await digestOf(from, table), await digestOf(tx, table)];
    if (theirs.sha256 !== ours.sha256)
      throw new Error(
        `${table} differs: ${theirs.rows} rows became ${ours.rows}. ${to.name} is still empty.`,
      );
    reports.push({ table, ...ours });
    goOn('tables compared', index + 1);
  }
  return reports;
}

/** Throws a sentence when it was stopped or rows differ. `to` then stays empty; run the move again. */
export async function moveDatabase(move: DatabaseMove): Promise<MovedReport[]> {
  let reports: MovedReport[] = [];
  await move.from.atOneMoment((source) =>
    move.to.fill(async (tx) => {
      reports = await copyAll(move, source, tx);
    }),
  );
  return reports;
}
