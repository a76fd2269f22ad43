// Byte quotas (ASVS 5.2.4): what an account, and all together, may hold. Published and waiting audio counts with
// its size, an unfinished resumable upload with the size it announced while its bytes come, and then with what has come.
import type { Db } from '../db/client.ts';
import type { Env } from '../env.ts';
import { refuseAboveQuotas } from './policy.ts';
import { heldBytes } from './queries.ts';

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
  now: number,
): Promise<void> {
  const own = await heldBytes(db, accountId, exceptTransfer, now);
  const all = quotas.storeQuotaBytes === null ? null : await heldBytes(db, null, exceptTransfer, now);
  refuseAboveQuotas({ own, all }, bytes, quotas);
}
