// Everything the database holds of a person, noun by noun.
import { personalAccounts } from '../accounts/store.ts';
import { personalActivities } from '../activities/store.ts';
import { personalBlocks } from '../blocks/store.ts';
import { personalComments } from '../comments/store.ts';
import type { PersonExport } from '../contract/personExport.ts';
import type { Db } from '../db/client.ts';
import { personalIdempotencyKeys } from '../db/idempotencyKeys.ts';
import type { AnyPersonalPart, PersonalPart } from '../db/personal.ts';
import type { Schema } from '../db/schema.ts';
import { personalFollows } from '../follows/store.ts';
import { personalModeration } from '../moderation/store.ts';
import { personalNotifications } from '../notifications/store.ts';
import { personalReactions } from '../reactions/store.ts';
import { personalReports } from '../reports/store.ts';
import { personalSessions } from '../sessions/queries.ts';
import { personalTracks } from '../tracks/store.ts';
import { personalUploads } from '../uploads/store.ts';

/**
 * In the order of erasure: marks are counted off tracks and people that are still there, and the account goes last,
 * because rows of others refer to it.
 */
const parts = [
  personalReactions,
  personalFollows,
  personalBlocks,
  personalComments,
  personalReports,
  personalNotifications,
  personalActivities,
  personalTracks,
  personalUploads,
  personalModeration,
  personalSessions,
  personalIdempotencyKeys,
  personalAccounts,
] as const;

export const PARTS: readonly AnyPersonalPart[] = parts;

/**
 * Tables that hold nothing of a person, what is gone within hours, or what outlives them by law or by
 * design: deeds, erasures, used tickets.
 */
const NOBODYS = [
  'track_tags',
  'tracks_fts',
  'tracks_fts_inside',
  'search_rows',
  'tag_uses',
  'comment_docs',
  'comments_fts_inside',
  'report_docs',
  'reports_fts_inside',
  'settings',
  'listenings',
  'ended_sessions',
  'spent_tickets',
  'audit_log',
  'audit_fts_inside',
  'audit_docs',
  'doomed_blobs',
  'ledger',
  'events',
  'tallies',
  'jobs',
  'totals',
  'account_docs',
  'accounts_fts_inside',
] as const satisfies readonly (keyof Schema)[];

type Parts = (typeof parts)[number];
type TableOf<Part> = Part extends PersonalPart<infer Table, infer _Told> ? Table : never;
type ToldBy<Part> = Part extends PersonalPart<infer _Table, infer Told> ? Told : never;
/** A new table stands in its noun's part or among `NOBODYS`, or this does not compile and names it. */
type Forgotten = Exclude<keyof Schema, TableOf<Parts> | (typeof NOBODYS)[number]>;
const _complete: [Forgotten] extends [never] ? true : Forgotten = true;
void _complete;

/** Everything the contract promises of the export is told by some part. */
type Untold = Exclude<keyof PersonExport, ToldBy<Parts>>;

/** When it came, where that is said. */
const timeOf = (row: object): string => {
  const { createdAt } = row as { createdAt?: unknown };
  return typeof createdAt === 'string' ? createdAt : '';
};

/** The newest first; of one moment by what they say: a list reads the same from every database. */
const inOrder = (rows: readonly object[]): object[] =>
  rows
    .map((row) => ({ row, time: timeOf(row), text: JSON.stringify(row) }))
    .sort((a, b) => compare(b.time, a.time) || compare(a.text, b.text))
    .map(({ row }) => row);
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Everything the server holds of a person. It tells of others only what the person sees anyway; no hashes, no keys. */
export async function exportPerson(
  db: Db,
  id: string,
): Promise<[Untold] extends [never] ? PersonExport : Untold> {
  const told = {};
  for (const part of [...parts].reverse()) {
    for (const [name, value] of Object.entries(await part.exportOf(db, id)))
      Object.assign(told, { [name]: Array.isArray(value) ? inOrder(value) : value });
  }
  return told as PersonExport;
}
