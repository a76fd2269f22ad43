// Reads claims, escalations, hidden items and the record of an uploader.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Claims valid at `now`, with usernames. The cross join makes the database read claims first. */
export const heldClaims = (db: Db, now: number) =>
  db
    .selectFrom('review_claims')
    .crossJoin('accounts')
    .whereRef('accounts.id', '=', 'review_claims.account_id')
    .selectAll('review_claims')
    .select('accounts.username')
    .where('review_claims.expires_at', '>', now)
    .execute();

export type ClaimRow = Awaited<ReturnType<typeof heldClaims>>[number];

/** The account with a valid claim at `now`, if any. */
export async function claimHolder(db: Db, uploadId: string, now: number): Promise<string | undefined> {
  const claim = await db
    .selectFrom('review_claims')
    .select('account_id')
    .where('upload_id', '=', uploadId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return claim?.account_id;
}

export const escalations = (db: Db) =>
  db
    .selectFrom('review_escalations')
    .leftJoin('accounts', 'accounts.id', 'review_escalations.account_id')
    .selectAll('review_escalations')
    .select('accounts.username')
    .execute();

export type EscalationRow = Awaited<ReturnType<typeof escalations>>[number];

export async function isEscalated(db: Db, uploadId: string): Promise<boolean> {
  const row = await db
    .selectFrom('review_escalations')
    .select('upload_id')
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Items this account has hidden. */
export async function hiddenFor(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('review_hidden')
    .select('upload_id')
    .where('account_id', '=', accountId)
    .execute();
  return new Set(rows.map(({ upload_id: id }) => id));
}

/** Most decisions shown in an uploader's record. */
const DECISIONS_SHOWN = 20;

/** Newest first. */
export const decidedUploads = (db: Db, accountId: string) =>
  db
    .selectFrom('uploads')
    .select(['id', 'title', 'status', 'decision_reason', 'decided_by', 'decided_at', 'created_at'])
    .where('account_id', '=', accountId)
    .where('status', '<>', 'pending_review')
    .orderBy('decided_at', 'desc')
    .orderBy('id')
    .limit(DECISIONS_SHOWN)
    .execute();

export async function publishedCount(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('tracks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('active'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of the account's reported items that were taken down. */
export async function takenDownCount(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.count<number>('target_id').distinct().as('count'))
    .where('reported_id', '=', accountId)
    .where('outcome', '=', 'removed')
    .executeTakeFirstOrThrow();
  return count;
}

/** Reports about one published recording, oldest moment first. */
export const reportsOfTrack = (db: Db, trackId: string) =>
  db
    .selectFrom('reports')
    .select(['id', 'category', 'at_seconds', 'reason', 'status', 'outcome'])
    .where('track_id', '=', trackId)
    .where('type', '<>', 'comment')
    .orderBy('at_seconds')
    .orderBy('created_at')
    .limit(50)
    .execute();
