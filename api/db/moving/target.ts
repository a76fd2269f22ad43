// The database a move fills. Until the move is finished nobody can use it by mistake: a file has a temporary name, and the
// server refuses an unfinished PostgreSQL database.
import type { Kysely } from 'kysely';
import { type DatabasePlace, nameOf } from '../../databaseUrl.ts';
import type { Db } from '../client.ts';
import type { Schema } from '../schema.ts';
import { openFileTarget } from './file.ts';
import type { Row } from './rows.ts';
import type { MovedTable } from './tables.ts';

export interface MoveTarget {
  name: string;
  db: Kysely<Schema>;
  /** An earlier move into it was not finished. */
  isBegun: boolean;
  /** Adds rows in the transaction `tx`. Triggers are off: the rows already include what triggers have done. */
  insert(tx: Db, table: MovedTable, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  /** Deletes everything that an unfinished move has copied. */
  empty(): Promise<void>;
  /** Sets the largest number ever used in a table of `NUMBERED`. */
  setNumber(table: 'events' | 'ledger', last: number): Promise<void>;
  /** Builds the indexes of words for comments and people. */
  indexTexts(tx: Db): Promise<void>;
  /** Turns triggers on and removes the progress notes: the database is complete. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Brings the schema up to date, refuses a database that holds rows of its own, and turns triggers off. */
export async function openMoveTarget(place: DatabasePlace): Promise<MoveTarget> {
  if (place.kind === 'sqlite') return openFileTarget(place.file);
  const { openPostgresTarget } = await import('./postgres.ts');
  return openPostgresTarget(place.url, nameOf(place));
}
