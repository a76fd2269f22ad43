// Resumable uploads: a row for the announced file, a file for the received bytes. State, lock, quotas, room, opening.

import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressKeys } from '../action.ts';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { powClass } from '../contract/pow.ts';
import type { NewTransfer } from '../contract/transfers.ts';
import type { TransferState } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import type { Env } from '../env.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { countUploads } from './countQueries.ts';
import { refuseAboveAddress, refuseAboveCeiling, refuseAboveQuotas, refuseAboveShare } from './policy.ts';
import { findUploadByKey, heldBytes, requireOwner } from './queries.ts';
import { verifyCapToken } from './ticket.ts';
import { refuseEndedKey, spendTicket } from './ticketStore.ts';
import {
  idleTransfers,
  insertTransfer,
  noteProgress,
  removeTransfer,
  type Transfer,
  type TransfersOf,
  transferOf,
  transfersOf,
  unfinishedOf,
} from './transferStore.ts';

/** Pseudonym of the file's hash. */
export const contentKeyOf = (deps: Deps, sha256: string) => deps.keys.pseudonym('upload', sha256);
/** Time from the last byte to the removal of an unfinished transfer. */
const lifetimeMs = (deps: Pick<Deps, 'env'>) => deps.env.uploadResumeSeconds * 1000;

/** Bytes received so far; 0 if the file is gone. */
export async function receivedBytes(deps: Pick<Deps, 'blobs'>, transfer: Transfer): Promise<number> {
  return (await deps.blobs.pieces.received(transfer.file)) ?? 0;
}

export async function stateOf(deps: Deps, transfer: Transfer): Promise<TransferState> {
  return {
    uploadKey: transfer.upload_key,
    sizeBytes: transfer.size,
    offset: await receivedBytes(deps, transfer),
    expiresAt: new Date(transfer.expires_at).toISOString(),
  };
}

/** null if unknown, expired or of another account. */
export const findTransfer = (deps: Pick<Deps, 'db'>, accountId: string, uploadKey: string) =>
  transferOf(deps.db, accountId, uploadKey);

/** The state of a transfer or of the upload it became. Throws `not_found`. */
export async function findState(deps: Deps, accountId: string, uploadKey: string): Promise<TransferState> {
  const transfer = await findTransfer(deps, accountId, uploadKey);
  if (transfer) return stateOf(deps, transfer);
  const upload = await findUploadByKey(deps.db, accountId, uploadKey);
  if (!upload) throw notFound('Upload');
  return { uploadKey, sizeBytes: upload.size, offset: upload.size, expiresAt: null };
}

/** Refuses callers above the upload limits before anything is sent or read. */
export async function refuseTooFast(
  db: Db,
  { env, now }: Pick<Deps, 'env' | 'now'>,
  { accountId, from }: { accountId: string; from: AddressKeys },
): Promise<void> {
  const who = { accountId, deviceKey: null, addressKey: from.key, siteKey: from.siteKey, sameKeys: [] };
  const at = now();
  const counts = await countUploads(db, who, at);
  refuseAboveCeiling(counts, at);
  refuseAboveAddress(counts, env.rateLimitFactor, at);
}

/** Notes the received bytes; with new ones (`hasCome`) it extends the expiry. False if the transfer ended meanwhile. */
export function keepAlive(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  transfer: Transfer,
  received: number,
  hasCome: boolean,
): Promise<boolean> {
  const now = deps.now();
  const alive = hasCome ? { active_at: now, expires_at: now + lifetimeMs(deps) } : {};
  return noteProgress(deps.db, transfer.id, { received, ...alive });
}

/** Removes the row first: a file without a row is removed by the sweep. */
export async function dropTransfer(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { id, file }: Pick<Transfer, 'id' | 'file'>,
): Promise<void> {
  await removeTransfer(deps.db, id);
  await deps.blobs.pieces.remove(file);
}

// One request at a time works on a transfer. A newer request cancels the older one, which is usually a dead connection of the
// same client.

interface Holder {
  release: () => void;
  gone: Promise<void>;
}
const holders = new Map<string, Holder>();

/** With the account, so that others who know the key cannot cancel the owner's requests. */
const holderKey = (accountId: string, uploadKey: string) => `${accountId} ${uploadKey}`;

/** Runs `work` with the transfer locked. `release` is called when a newer request arrives; `work` must then end soon. */
export async function holding<T>(
  accountId: string,
  uploadKey: string,
  release: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const key = holderKey(accountId, uploadKey);
  for (let before = holders.get(key); before; before = holders.get(key)) {
    before.release();
    await before.gone;
  }
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  holders.set(key, { release, gone });
  try {
    return await work();
  } finally {
    holders.delete(key);
    leave();
  }
}

export const isHeld = (accountId: string, uploadKey: string) => holders.has(holderKey(accountId, uploadKey));

interface Claimed {
  accountId: string;
  bytes: number;
  /** Already counted with what it announced. */
  exceptTransfer: string | null;
}

/** Throws `quota_exceeded` or `storage_full`. Exact inside the transaction that writes the row; before that it saves work. */
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

/** Most idle transfers read at once. */
const LOOKED_AT = 200;

type RoomDeps = Pick<Deps, 'db' | 'blobs' | 'log' | 'now'>;

/** Removes idle transfers until `bytes` are free, at least one. Returns how many. */
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

/** Runs `work`; if there is no room for `bytes`, removes idle transfers and runs it once more. */
export async function orMakeRoom<T>(deps: RoomDeps, bytes: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFull = error instanceof ApiError && error.code === 'storage_full';
    if (!isFull || (await giveUpIdle(deps, 'all', bytes)) === 0) throw error;
    return work();
  }
}

/** Free bytes for all uploads; null without a limit. */
async function roomLeft(
  db: Db,
  { env, temporary, now }: Pick<Deps, 'env' | 'temporary' | 'now'>,
): Promise<number | null> {
  const limits: number[] = [];
  // In a bucket, pieces use no local disk.
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
 * Throws `rate_limited` if `bytes` more exceed the share of this address, for a new upload or an open one. Exact inside the
 * transaction that adds them.
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

/** Before that: removes idle transfers of this address for its next one. */
async function makeShare(deps: ShareDeps, from: AddressKeys, bytes: number): Promise<void> {
  const isAbove = await refuseAboveShares(deps.db, deps, from, { bytes, isOpen: false }).then(
    () => false,
    () => true,
  );
  if (isAbove) for (const of of placesOf(from)) await giveUpIdle(deps, of, bytes);
}

/** Most unfinished transfers per account. */
const OPEN_PER_ACCOUNT = 8;

/** Opens a transfer and spends the capToken. Repeating the call returns the open transfer. Throws ApiError. */
export async function openTransfer(
  deps: Deps,
  { accountId, from }: { accountId: string; from: AddressKeys },
  { uploadKey, sizeBytes, capToken }: NewTransfer,
): Promise<TransferState> {
  const now = deps.now();
  if (sizeBytes > AUDIO_MAX_BYTES) throw new ApiError('audio_too_large', 'The file is larger than 50 MB');
  const ticket = verifyCapToken(deps.keys.ticket, capToken, now);
  if (ticket.accountId !== accountId) {
    throw new ApiError('identity_mismatch', 'The capToken was issued for another account');
  }
  if (powClass(sizeBytes).difficulty > ticket.difficulty) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for a smaller file');
  }
  const contentKey = contentKeyOf(deps, ticket.sha256);
  const known = await findTransfer(deps, accountId, uploadKey);
  if (known) {
    if (known.content_key === contentKey && known.size === sizeBytes) return stateOf(deps, known);
    throw invalid('uploadKey', 'taken', 'This uploadKey belongs to another upload');
  }
  const file = `${randomBytes(16).toString('hex')}.resume`;
  await deps.blobs.pieces.begin(file);
  const row: Transfer = {
    id: randomUUID(),
    account_id: accountId,
    upload_key: uploadKey,
    file,
    size: sizeBytes,
    content_key: contentKey,
    created_at: now,
    expires_at: now + lifetimeMs(deps),
    address_key: from.key,
    site_key: from.siteKey,
    received: 0,
    active_at: now,
  };
  const begin = () =>
    deps.db.transaction().execute(async (tx) => {
      await requireOwner(tx, accountId);
      await spendTicket(tx, ticket);
      if (await findUploadByKey(tx, accountId, uploadKey)) {
        throw new ApiError('conflict', 'This upload has been published');
      }
      await refuseEndedKey(tx, accountId, uploadKey);
      await refuseTooFast(tx, deps, { accountId, from });
      await refuseTooMany(tx, accountId);
      await refuseAboveQuota(tx, deps.env, { accountId, bytes: sizeBytes, exceptTransfer: null }, now);
      await refuseAboveShares(tx, deps, from, { bytes: sizeBytes, isOpen: false });
      await insertTransfer(tx, row);
    });
  try {
    await makeShare(deps, from, sizeBytes);
    await orMakeRoom(deps, sizeBytes, begin);
  } catch (error) {
    await deps.blobs.pieces.remove(file);
    if (databaseFault(error) === 'duplicate') {
      throw new ApiError('conflict', 'This uploadKey is in use', { headers: { 'Retry-After': '1' } });
    }
    throw error;
  }
  return stateOf(deps, row);
}

async function refuseTooMany(db: Db, accountId: string): Promise<void> {
  const open = await transfersOf(db, accountId, OPEN_PER_ACCOUNT);
  if (open.length < OPEN_PER_ACCOUNT) return;
  throw new ApiError('busy', 'Too many unfinished uploads', { headers: { 'Retry-After': '60' } });
}
