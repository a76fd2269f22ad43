// Corrects counters without sending events. Events for all counters of an erased account at one moment would show everything that it
// liked and everyone it followed. Readers see the new numbers when they next read the rows.
import { sql } from 'kysely';
import type { Db } from './client.ts';
import { isPostgres } from './dialect.ts';

/** SQLite has one writer in a process, and it runs one transaction at a time. */
let quiet = 0;
export const isQuiet = (): boolean => quiet > 0;

/** Call inside a transaction: runs `work`; nothing announces the rows that it changes. */
export async function withoutHints(db: Db, work: () => Promise<void>): Promise<void> {
  const setQuiet = (value: string) => sql`select set_config('aural.quiet', ${value}, true)`.execute(db);
  const isOnPostgres = isPostgres(db);
  if (isOnPostgres) await setQuiet('on');
  else quiet += 1;
  try {
    await work();
  } finally {
    if (!isOnPostgres) quiet -= 1;
  }
  if (isOnPostgres) await setQuiet('off');
}
