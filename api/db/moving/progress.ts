// Records in the target how far a move has come. It is written by the same transactions as the rows, so a move that was killed
// continues after the last row that was copied.
import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { hasTable } from '../dialect.ts';

/** While this table exists, the database is incomplete. */
const MOVE_TABLE = 'move_progress';

export interface Step {
  isDone: boolean;
  /** Key of the last row; null before the first. */
  after: unknown[] | null;
}

export const hasMoveProgress = (db: Db): Promise<boolean> => hasTable(db, MOVE_TABLE);

export async function beginProgress(db: Db): Promise<void> {
  const table = sql.table(MOVE_TABLE);
  await sql`create table ${table} (step text primary key, after_json text not null, is_done integer not null)`.execute(
    db,
  );
}

export const endProgress = async (db: Db): Promise<void> => {
  await sql`drop table ${sql.table(MOVE_TABLE)}`.execute(db);
};

export async function stepOf(db: Db, step: string): Promise<Step> {
  const { rows } = await sql<{ after_json: string; is_done: number }>`select after_json, is_done
    from ${sql.table(MOVE_TABLE)} where step = ${step}`.execute(db);
  const [row] = rows;
  if (!row) return { isDone: false, after: null };
  return { isDone: row.is_done === 1, after: JSON.parse(row.after_json) as unknown[] | null };
}

export async function noteStep(db: Db, step: string, { isDone, after }: Step): Promise<void> {
  const json = JSON.stringify(after);
  const done = isDone ? 1 : 0;
  await sql`insert into ${sql.table(MOVE_TABLE)}(step, after_json, is_done) values (${step}, ${json}, ${done})
    on conflict (step) do update set after_json = ${json}, is_done = ${done}`.execute(db);
}
