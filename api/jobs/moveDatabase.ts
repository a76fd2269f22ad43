// All rows of one database into another, of either kind: copied in steps that are kept when it is killed, then compared
// row by row through one hash for each table. What searches by words is made anew.
import type { Db } from '../db/client.ts';
import { noteStep, stepOf } from '../db/moving/progress.ts';
import { columnsOf, countOf, digestOf, lastNumberOf, pagesOf } from '../db/moving/rows.ts';
import type { MoveSource } from '../db/moving/source.ts';
import { keyOf, MOVED_TABLES, type MovedTable, NUMBERED } from '../db/moving/tables.ts';
import type { MoveTarget } from '../db/moving/target.ts';
import { addSearchRows, type Place } from '../search/indexStore.ts';

export interface DatabaseMove {
  from: MoveSource;
  to: MoveTarget;
  signal: AbortSignal;
  /** Called often; `of` is not known for every step. */
  tell(step: string, done: number, of: number | null): void;
}

export interface MovedReport {
  table: MovedTable;
  rows: number;
  sha256: string;
}

const stopped = () => new Error('Stopped. Run the same again to go on.');

async function copyTable({ to, signal, tell }: DatabaseMove, from: Db, table: MovedTable): Promise<void> {
  const { isDone, after } = await stepOf(to.db, table);
  if (isDone) return;
  const [columns, taken] = [await columnsOf(from, table), await columnsOf(to.db, table)];
  if (columns.join() !== taken.join())
    throw new Error(`${table} has other columns in ${to.name}: ${columns} and ${taken}`);
  const of = await countOf(from, table);
  let done = after === null ? 0 : await countOf(to.db, table);
  let last = after;
  for await (const rows of pagesOf(from, table, columns, after)) {
    if (signal.aborted) throw stopped();
    last = keyOf(table).map((column) => rows.at(-1)?.[column]);
    await to.db.transaction().execute(async (tx) => {
      await to.insert(tx, table, columns, rows);
      await noteStep(tx, table, { isDone: false, after: last });
    });
    done += rows.length;
    tell(table, done, of);
  }
  await noteStep(to.db, table, { isDone: true, after: last });
}

async function makeSearchable({ to, signal, tell }: DatabaseMove): Promise<void> {
  const tracks = await stepOf(to.db, 'search');
  let last = (tracks.after ?? [-1, '']) as unknown as Place;
  for (let done = 0; !tracks.isDone; ) {
    if (signal.aborted) throw stopped();
    const next = await to.db.transaction().execute(async (tx) => {
      const place = await addSearchRows(tx, last);
      await noteStep(tx, 'search', { isDone: place === null, after: [...(place ?? last)] });
      return place;
    });
    if (next === null) break;
    last = next;
    tell('words of tracks', ++done, null);
  }
  if ((await stepOf(to.db, 'texts by words')).isDone) return;
  tell('words of comments and people', 0, null);
  await to.db.transaction().execute(async (tx) => {
    await to.indexTexts(tx);
    await noteStep(tx, 'texts by words', { isDone: true, after: null });
  });
}

/** What every table holds on both sides, or a sentence about the first one that differs. */
async function compare({ to, signal, tell }: DatabaseMove, from: Db): Promise<MovedReport[] | string> {
  const reports: MovedReport[] = [];
  for (const [index, table] of MOVED_TABLES.entries()) {
    if (signal.aborted) throw stopped();
    const [theirs, ours] = [await digestOf(from, table), await digestOf(to.db, table)];
    if (theirs.rows !== ours.rows) return `${table}: ${theirs.rows} rows have become ${ours.rows}`;
    if (theirs.sha256 !== ours.sha256) return `${table}: the rows differ`;
    reports.push({ table, ...ours });
    tell('tables compared', index + 1, MOVED_TABLES.length);
  }
  return reports;
}

async function copyAll(move: DatabaseMove, from: Db): Promise<MovedReport[] | string> {
  for (const table of MOVED_TABLES) await copyTable(move, from, table);
  await makeSearchable(move);
  return compare(move, from);
}

/**
 * Throws a sentence when rows differ or it was stopped; `to` is then the half of a move, which the same call goes on with.
 * What was copied before the source changed is copied once more, from the start.
 */
export async function moveDatabase(move: DatabaseMove): Promise<MovedReport[]> {
  const { from, to } = move;
  return from.atOneMoment(async (source) => {
    let outcome = await copyAll(move, source);
    if (typeof outcome === 'string' && to.isBegun) {
      await to.empty();
      outcome = await copyAll(move, source);
    }
    if (typeof outcome === 'string') throw new Error(`${to.name} is not what ${from.name} is. ${outcome}`);
    for (const table of Object.keys(NUMBERED) as (keyof typeof NUMBERED)[])
      await to.setNumber(table, await lastNumberOf(source, table));
    await to.finish();
    return outcome;
  });
}
