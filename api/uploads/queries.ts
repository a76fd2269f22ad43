// SQL of uploads and of the settings that decide about them.
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { UploadsTable } from '../db/schema.ts';

export type UploadRow = Selectable<UploadsTable>;

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The upload an account has published under a key of its own. */
export function findUploadByKey(
  db: Db,
  accountId: string,
  uploadKey: string,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('upload_key', '=', uploadKey)
    .executeTakeFirst();
}

/** Waiting uploads, oldest first: everybody's, or one account's. */
export async function pendingUploads(db: Db, accountId: string | null) {
  return db
    .selectFrom('uploads')
    .innerJoin('accounts', 'accounts.id', 'uploads.account_id')
    .selectAll('uploads')
    .select('accounts.username')
    .where('uploads.status', '=', 'pending_review')
    .where('accounts.deleted_at', 'is', null)
    .$if(accountId !== null, (query) => query.where('uploads.account_id', '=', accountId ?? ''))
    .orderBy('uploads.created_at')
    .orderBy('uploads.id')
    .limit(500)
    .execute();
}

export type PendingRow = Awaited<ReturnType<typeof pendingUploads>>[number];

export async function insertUpload(db: Db, upload: Insertable<UploadsTable>): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

export async function autoApproveIsOn(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'auto_approve')
    .executeTakeFirst();
  return row?.value === 'on';
}

export async function setAutoApprove(db: Db, on: boolean): Promise<void> {
  const value = on ? 'on' : 'off';
  await db
    .insertInto('settings')
    .values({ key: 'auto_approve', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Median minutes of the last 50 decisions; null while fewer are known (K36). */
export async function estimatedReviewTime(db: Db): Promise<number | null> {
  const rows = await db
    .selectFrom('uploads')
    .select(['created_at', 'decided_at'])
    .where('decided_at', 'is not', null)
    .where('decided_by', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(50)
    .execute();
  if (rows.length < 50) return null;
  const minutes = rows
    .map((row) => ((row.decided_at ?? row.created_at) - row.created_at) / 60_000)
    .sort((a, b) => a - b)[25];
  return Math.max(1, Math.round(minutes ?? 5));
}

/** Which address counted uploads before `before` (ms) came from is forgotten; that they came is kept. */
export async function forgetAddresses(db: Db, before: number): Promise<void> {
  await db
    .updateTable('upload_events')
    .set({ address_key: null })
    .where('address_key', 'is not', null)
    .where('created_at', '<', before)
    .execute();
}
