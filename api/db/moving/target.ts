// The database a move fills. Until it is finished nobody can take it for a whole one: a file has another name, and
// PostgreSQL's is refused by the server.
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
  /** A move into it was begun before. */
  isBegun: boolean;
  /** In the transaction `tx`; triggers are off, the rows come with what they would have done. */
  insert(tx: Db, table: MovedTable, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  /** Forgets everything a move has brought. */
  empty(): Promise<void>;
  /** The largest number ever given in a table of `NUMBERED`. */
  setNumber(table: 'events' | 'ledger', last: number): Promise<void>;
  /** Comments and people are found by pieces of their texts. */
  indexTexts(tx: Db): Promise<void>;
  /** Triggers are on again, and it is a whole database. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Brings the schema up to date, refuses one that holds rows and no half of a move, and turns triggers off. */
export async function openMoveTarget(place: DatabasePlace): Promise<MoveTarget> {
  if (place.kind === 'sqlite') return openFileTarget(place.file);
  const { openPostgresTarget } = await import('./postgres.ts');
  return openPostgresTarget(place.url, nameOf(place));
}
