// SQL of resumable uploads.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { TransfersTable } from '../db/tables/uploads.ts';

export type Transfer = Selectable<TransfersTable>;

/** null if unknown, ended or of another account. */
export async function transferOf(db: Db, accountId: string, uploadKey: string): Promise<Transfer | null> {
  const row = await db
    .selectFrom('transfers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('upload_key', '=', uploadKey)
    .executeTakeFirst();
  return row ?? null;
}

/** All of an account's, or the first few. */
export const transfersOf = (db: Db, accountId: string, limit?: number): Promise<Transfer[]> =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

export const expiredTransfers = (db: Db, now: number, limit: number): Promise<Transfer[]> =>
  db.selectFrom('transfers').selectAll().where('expires_at', '<', now).limit(limit).execute();

/** Whether any transfer has this file. */
export async function isTransferFile(db: Db, file: string): Promise<boolean> {
  const row = await db.selectFrom('transfers').select('id').where('file', '=', file).executeTakeFirst();
  return row !== undefined;
}

/** Throws a duplicate fault if the account has a transfer with this key. */
export async function insertTransfer(db: Db, transfer: Transfer): Promise<void> {
  await db.insertInto('transfers').values(transfer).execute();
}

/** False if it ended meanwhile with its account. */
export async function noteProgress(
  db: Db,
  id: string,
  progress: Partial<Pick<Transfer, 'received' | 'active_at' | 'expires_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfers')
    .set(progress)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Transfers of an address block, of an IPv6 site, or all. */
export type TransfersOf = { column: 'address_key' | 'site_key'; key: string } | 'all';

/**
 * A transfer reserves its announced size until this time after its last byte; then only its received bytes count. A piece of
 * 2 MB takes this long at 60 kbit/s.
 */
export const IDLE_MS = 5 * 60_000;

/** Bytes that unfinished uploads hold or reserve. */
export const heldByTransfer = (now: number) =>
  sql<number>`case when active_at > ${now - IDLE_MS} then size else received end`;

export interface Unfinished {
  count: number;
  bytes: number;
  /** When the first active one becomes idle (ms); null without an active one. */
  idleAt: number | null;
}

export async function unfinishedOf(
  db: Db,
  of: Exclude<TransfersOf, 'all'>,
  now: number,
): Promise<Unfinished> {
  const row = await db
    .selectFrom('transfers')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(${heldByTransfer(now)}), 0)`.as('bytes'),
      sql<number | null>`min(case when active_at > ${now - IDLE_MS} then active_at end)`.as('oldest'),
    ])
    .where(of.column, '=', of.key)
    .executeTakeFirstOrThrow();
  return { count: row.count, bytes: row.bytes, idleAt: row.oldest === null ? null : row.oldest + IDLE_MS };
}

/** The longest idle first. */
export const idleTransfers = (db: Db, of: TransfersOf, now: number, limit: number): Promise<Transfer[]> =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('active_at', '<=', now - IDLE_MS)
    .$if(of !== 'all', (query) => (of === 'all' ? query : query.where(of.column, '=', of.key)))
    .orderBy('active_at')
    .limit(limit)
    .execute();

/** False if it has already ended. */
export async function removeTransfer(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('transfers').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Before merging a guest: drops the guest's transfers whose key the account has used, because a key names one upload. */
export async function dropDoubleTransfers(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from transfers where account_id = ${guest} and upload_key in (
    select upload_key from transfers where account_id = ${account}
    union select upload_key from uploads where account_id = ${account} and upload_key is not null)`.execute(
    db,
  );
}
