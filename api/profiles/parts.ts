// All data of an account in the database, by noun.
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

/** In order of deletion: reactions before the tracks and accounts they count on, the account last, because others refer to it. */
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

/** Tables without personal data, with data that lasts hours, or that must outlive the account: audit log, ledger, used tickets. */
const NOT_PERSONAL = [
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
  'evidence',
  'known_material',
  'ledger',
  'reserved_names',
  'events',
  'tallies',
  'jobs',
  'totals',
  'account_docs',
  'accounts_fts_inside',
] as const satisfies readonly (keyof Schema)[];

type Parts = (typeof parts)[number];
type TableOf<Part> = Part extends PersonalPart<infer Table, infer _ExportKey> ? Table : never;
type ExportKeyOf<Part> = Part extends PersonalPart<infer _Table, infer ExportKey> ? ExportKey : never;
/** Does not compile, and names the table, unless each table is in a noun's part or in `NOT_PERSONAL`. */
type Forgotten = Exclude<keyof Schema, TableOf<Parts> | (typeof NOT_PERSONAL)[number]>;
const _complete: [Forgotten] extends [never] ? true : Forgotten = true;
void _complete;

/** Does not compile unless the parts cover each field of the export. */
type Uncovered = Exclude<keyof PersonExport, ExportKeyOf<Parts>>;

/** Creation time, if there is one. */
const timeOf = (row: object): string => {
  const { createdAt } = row as { createdAt?: unknown };
  return typeof createdAt === 'string' ? createdAt : '';
};

/** Newest first, then by content, so that the order is the same for every database. */
const inOrder = (rows: readonly object[]): object[] =>
  rows
    .map((row) => ({ row, time: timeOf(row), text: JSON.stringify(row) }))
    .sort((a, b) => compare(b.time, a.time) || compare(a.text, b.text))
    .map(({ row }) => row);
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The data export of an account. It contains of others only what the person can see, and no hashes or keys. */
export async function exportPerson(
  db: Db,
  id: string,
): Promise<[Uncovered] extends [never] ? PersonExport : Uncovered> {
  const exported = {};
  for (const part of [...parts].reverse()) {
    for (const [name, value] of Object.entries(await part.exportOf(db, id)))
      Object.assign(exported, { [name]: Array.isArray(value) ? inOrder(value) : value });
  }
  return exported as PersonExport;
}
