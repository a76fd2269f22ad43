// Numbers of rows and of events ever, which triggers count: a few rows whatever the size of the database.
import { sql } from 'kysely';
import type { Db } from './client.ts';

/** `ever` is followed by a subject of `tallies`. */
export type TotalSubject =
  | ('accounts' | 'guests' | 'open accounts' | 'plays')
  | ('tracks' | 'active tracks' | 'bytes' | 'active bytes')
  | ('comments' | 'likes' | 'reports')
  | `ever ${string}`;

/** 0 for an unknown subject. */
export type Totals = (subject: TotalSubject) => number;

/** Reads all subjects in one query. */
export async function readTotals(db: Db): Promise<Totals> {
  const rows = await db
    .selectFrom('totals')
    .select(['subject', sql<number>`sum(n)`.as('n')])
    .groupBy('subject')
    .execute();
  const known = new Map<string, number>(rows.map(({ subject, n }) => [subject, n]));
  return (subject) => known.get(subject) ?? 0;
}
