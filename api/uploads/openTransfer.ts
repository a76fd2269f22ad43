// How a resumable upload begins: its ticket is spent, its row written, and room kept for its bytes.
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressKeys } from '../action.ts';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { powClass } from '../contract/pow.ts';
import type { NewTransfer } from '../contract/transfers.ts';
import type { TransferState } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../errors.ts';
import { makeShare, orMakeRoom, refuseAboveShares } from './makingRoom.ts';
import { requireOwner } from './owner.ts';
import { findUploadByKey } from './queries.ts';
import { refuseAboveQuota } from './quota.ts';
import { verifyCapToken } from './ticket.ts';
import { spendTicket } from './ticketStore.ts';
import { insertTransfer, type Transfer, transfersOf } from './transferStore.ts';
import { contentKeyOf, findTransfer, lifetimeMs, refuseTooFast, stateOf } from './transfers.ts';

/** Unfinished transfers one account may have at a time. */
const OPEN_PER_ACCOUNT = 8;

/**
 * Opens a transfer. The capToken is spent here: what a transfer may hold is decided before its first byte.
 * The same call again answers the transfer it has opened. Throws ApiError.
 */
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
