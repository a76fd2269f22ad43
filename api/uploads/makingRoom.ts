// Room for a new upload: unfinished ones that nothing has come of for a while are given up, the longest idle first, where an
// address has used its share or there is none left for anybody. Their owners' devices still have every byte.
import type { AddressKeys } from '../action.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { isHeld } from './holding.ts';
import { refuseAboveShare } from './policy.ts';
import { heldBytes } from './queries.ts';
import { idleTransfers, type TransfersOf, unfinishedOf } from './transferStore.ts';
import { dropTransfer } from './transfers.ts';

/** Looked at in one go. */
const LOOKED_AT = 200;

type RoomDeps = Pick<Deps, 'db' | 'blobs' | 'log' | 'now'>;

/** Gives up idle ones of `of` until `bytes` are free, one at least; answers how many. */
export async function giveUpIdle(deps: RoomDeps, of: TransfersOf, bytes: number): Promise<number> {
  let count = 0;
  let freed = 0;
  for (const transfer of await idleTransfers(deps.db, of, deps.now(), LOOKED_AT)) {
    if (count > 0 && freed >= bytes) break;
    if (isHeld(transfer.account_id, transfer.upload_key)) continue;
    await dropTransfer(deps, transfer);
    count++;
    freed += transfer.received;
  }
  if (count > 0) {
    const whose = of === 'all' ? 'all' : 'one address';
    deps.log.warn({ count, bytes: freed, whose }, 'idle unfinished uploads were removed to make room');
  }
  return count;
}

/** Runs `work`, and once more when it found no room for `bytes` and idle uploads could be given up. */
export async function orMakeRoom<T>(deps: RoomDeps, bytes: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFull = error instanceof ApiError && error.code === 'storage_full';
    if (!isFull || (await giveUpIdle(deps, 'all', bytes)) === 0) throw error;
    return work();
  }
}

/** Bytes that all may still send; null where nothing limits them. */
async function roomLeft(
  db: Db,
  { env, temporary, now }: Pick<Deps, 'env' | 'temporary' | 'now'>,
): Promise<number | null> {
  const limits: number[] = [];
  // In a bucket pieces take no room of this machine.
  if (env.storage.kind === 'disk') limits.push((await temporary.freeBytes()) - env.storageReserveBytes);
  if (env.storeQuotaBytes !== null)
    limits.push(env.storeQuotaBytes - (await heldBytes(db, null, null, now())));
  return limits.length === 0 ? null : Math.min(...limits);
}

const placesOf = ({ key, siteKey }: AddressKeys): Exclude<TransfersOf, 'all'>[] => [
  { column: 'address_key', key },
  ...(siteKey === key ? [] : [{ column: 'site_key', key: siteKey } as const]),
];

type ShareDeps = RoomDeps & Pick<Deps, 'env' | 'temporary'>;

/**
 * Throws `rate_limited` when `bytes` more are above the share of this address: of a new upload, or of one that is `open`
 * already. Exact inside the transaction that adds them.
 */
export async function refuseAboveShares(
  db: Db,
  deps: ShareDeps,
  from: AddressKeys,
  { bytes, isOpen }: { bytes: number; isOpen: boolean },
): Promise<void> {
  const left = await roomLeft(db, deps);
  const now = deps.now();
  for (const of of placesOf(from)) {
    const unfinished = await unfinishedOf(db, of, now);
    const room = left === null ? null : Math.max(0, left) + unfinished.bytes;
    const asked = { bytes, isOpen, room, factor: deps.env.rateLimitFactor };
    refuseAboveShare({ unfinished, isSite: of.column === 'site_key' }, asked, now);
  }
}

/** Before that: idle ones of this address make room for its next one. */
export async function makeShare(deps: ShareDeps, from: AddressKeys, bytes: number): Promise<void> {
  const isAbove = await refuseAboveShares(deps.db, deps, from, { bytes, isOpen: false }).then(
    () => false,
    () => true,
  );
  if (isAbove) for (const of of placesOf(from)) await giveUpIdle(deps, of, bytes);
}
