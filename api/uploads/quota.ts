// Byte quotas (ASVS 5.2.4): what an account, and all together, may hold. Published and waiting audio counts with
// its size, an unfinished resumable upload with the size it announced.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Env } from '../env.ts';
import { ApiError } from '../errors.ts';

/** Bytes held by one account, or by all when null; without the transfer that is about to become an upload. */
async function heldBytes(db: Db, accountId: string | null, exceptTransfer: string | null): Promise<number> {
  const sum = sql<number>`coalesce(sum(size), 0)`.as('bytes');
  const tracks = db
    .selectFrom('tracks')
    .select(sum)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''));
  const waiting = db
    .selectFrom('uploads')
    .select(sum)
    .where('status', '=', 'pending_review')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''));
  const unfinished = db
    .selectFrom('transfers')
    .select(sum)
    .where('id', '<>', exceptTransfer ?? '')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''));
  let bytes = 0;
  for (const query of [tracks, waiting, unfinished]) bytes += (await query.executeTakeFirstOrThrow()).bytes;
  return bytes;
}

export interface Claimed {
  accountId: string;
  bytes: number;
  /** Already counted with what it announced. */
  exceptTransfer: string | null;
}

/**
 * Throws `quota_exceeded` or `storage_full`. Inside the transaction that writes the row it is exact; before, it
 * saves work.
 */
export async function refuseAboveQuota(
  db: Db,
  quotas: Pick<Env, 'accountQuotaBytes' | 'storeQuotaBytes'>,
  { accountId, bytes, exceptTransfer }: Claimed,
): Promise<void> {
  if ((await heldBytes(db, accountId, exceptTransfer)) + bytes > quotas.accountQuotaBytes) {
    throw new ApiError('quota_exceeded', 'Your account has no room for this recording; delete an older one');
  }
  const { storeQuotaBytes } = quotas;
  if (storeQuotaBytes !== null && (await heldBytes(db, null, exceptTransfer)) + bytes > storeQuotaBytes) {
    throw new ApiError('storage_full', 'There is no room left on the server');
  }
}
