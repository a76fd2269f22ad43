// SQL of resumable uploads.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { TransfersTable } from '../db/tables/uploads.ts';

export type Transfer = Selectable<TransfersTable>;

/** null when unknown, ended, or somebody else's: all three look the same. */
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

/** Throws the duplicate fault when the account has one of this key. */
export async function insertTransfer(db: Db, transfer: Transfer): Promise<void> {
  await db.insertInto('transfers').values(transfer).execute();
}

/** False when it has ended meanwhile, with its account. */
export async function postponeExpiry(db: Db, id: string, expiresAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfers')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when it has ended already. */
export async function removeTransfer(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('transfers').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Before two accounts become one: a key names one upload. A guest's unfinished upload with a key that the account has used
 * could not be told from the account's.
 */
export async function dropDoubleTransfers(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from transfers where account_id = ${guest} and upload_key in (
    select upload_key from transfers where account_id = ${account}
    union select upload_key from uploads where account_id = ${account} and upload_key is not null)`.execute(
    db,
  );
}
