// Resumable uploads: a row for what was announced, a file for what has come. One request at a time may touch a
// transfer; a newer one makes the older let go, because it is usually the same client behind a dead connection.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { powDifficulty } from '../contract/pow.ts';
import { type NewTransfer, OFFSET_HEADER, type TransferState } from '../contract/transfers.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { countUploads } from './countQueries.ts';
import type { Entitlement } from './entitlement.ts';
import type { UploadFields } from './fields.ts';
import { checkOwner, requireOwner } from './owner.ts';
import { refuseAboveCeiling } from './policy.ts';
import { publish } from './publish.ts';
import { findUploadByKey } from './queries.ts';
import { refuseAboveQuota } from './quota.ts';
import { HEAD_BYTES, type ReceivedFile } from './receive.ts';
import { verifyCapToken } from './ticket.ts';
import { spendTicket } from './ticketStore.ts';
import {
  insertTransfer,
  postponeExpiry,
  removeTransfer,
  type Transfer,
  transferOf,
  transfersOf,
} from './transferStore.ts';

export type { Transfer } from './transferStore.ts';

/** Unfinished transfers one account may have at a time. */
const OPEN_PER_ACCOUNT = 8;

interface Holder {
  letGo: () => void;
  gone: Promise<void>;
}
const holders = new Map<string, Holder>();

/** A key alone would let anybody who has heard of it end the owner's requests. */
const holderKey = (accountId: string, uploadKey: string) => `${accountId} ${uploadKey}`;

/** Alone with this transfer. `letGo` is called when somebody newer comes; the work then ends soon. */
export async function holding<T>(
  accountId: string,
  uploadKey: string,
  letGo: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const key = holderKey(accountId, uploadKey);
  for (let before = holders.get(key); before; before = holders.get(key)) {
    before.letGo();
    await before.gone;
  }
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  holders.set(key, { letGo, gone });
  try {
    return await work();
  } finally {
    holders.delete(key);
    leave();
  }
}

export const isHeld = (accountId: string, uploadKey: string) => holders.has(holderKey(accountId, uploadKey));

const keyOf = (deps: Deps, sha256: string) => deps.keys.pseudonym('upload', sha256);
const lifetimeMs = (deps: Pick<Deps, 'env'>) => deps.env.uploadResumeSeconds * 1000;

/** Bytes received so far; 0 when what has come is gone. */
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

/** null when unknown, expired, or somebody else's: all three look the same. */
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

/**
 * Opens a transfer. The capToken is spent here: what a transfer may hold is decided before its first byte.
 * The same call again answers the transfer it has opened. Throws ApiError.
 */
export async function openTransfer(
  deps: Deps,
  accountId: string,
  { uploadKey, sizeBytes, capToken }: NewTransfer,
): Promise<TransferState> {
  const now = deps.now();
  if (sizeBytes > AUDIO_MAX_BYTES) throw new ApiError('audio_too_large', 'The file is larger than 50 MB');
  const ticket = verifyCapToken(deps.keys.ticket, capToken, now);
  if (ticket.accountId !== accountId) {
    throw new ApiError('identity_mismatch', 'The capToken was issued for another account');
  }
  if (powDifficulty(sizeBytes) > ticket.difficulty) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for a smaller file');
  }
  const contentKey = keyOf(deps, ticket.sha256);
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
  };
  try {
    await deps.db.transaction().execute(async (tx) => {
      await requireOwner(tx, accountId);
      await spendTicket(tx, ticket);
      if (await findUploadByKey(tx, accountId, uploadKey)) {
        throw new ApiError('conflict', 'This upload has been published');
      }
      await refuseTooFast(tx, accountId, now);
      await refuseTooMany(tx, accountId);
      await refuseAboveQuota(tx, deps.env, { accountId, bytes: sizeBytes, exceptTransfer: null });
      await insertTransfer(tx, row);
    });
  } catch (error) {
    await deps.blobs.pieces.remove(file);
    if (databaseFault(error) === 'duplicate') {
      throw new ApiError('conflict', 'This uploadKey is in use', { headers: { 'Retry-After': '1' } });
    }
    throw error;
  }
  return stateOf(deps, row);
}

/** Refuses callers who may not upload at the moment before they send or the server reads anything. */
async function refuseTooFast(db: Db, accountId: string, now: number): Promise<void> {
  const who = { accountId, deviceKey: null, addressKey: null, fileKeys: [] };
  refuseAboveCeiling(await countUploads(db, who, now), now);
}

async function refuseTooMany(db: Db, accountId: string): Promise<void> {
  const open = await transfersOf(db, accountId, OPEN_PER_ACCOUNT);
  if (open.length < OPEN_PER_ACCOUNT) return;
  throw new ApiError('busy', 'Too many unfinished uploads', { headers: { 'Retry-After': '60' } });
}

/** Something came: the transfer lives on. False when it has ended meanwhile, with its account. */
export const keepAlive = (deps: Deps, transfer: Transfer): Promise<boolean> =>
  postponeExpiry(deps.db, transfer.id, deps.now() + lifetimeMs(deps));

/** Row first: without it the file is a leftover that the sweep takes. */
export async function dropTransfer(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { id, file }: Pick<Transfer, 'id' | 'file'>,
): Promise<void> {
  await removeTransfer(deps.db, id);
  await deps.blobs.pieces.remove(file);
}

async function readReceived(path: string): Promise<Pick<ReceivedFile, 'size' | 'sha256' | 'head'>> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(head) };
}

/**
 * Makes an upload of a complete transfer; call while `holding` it. The transfer ends with the upload's transaction,
 * or when its bytes can never become one. What the fields or the account refuse is refused before the bytes are read.
 * A repeat gets the stored answer.
 */
export async function publishTransfer(
  deps: Deps,
  transfer: Transfer,
  { fields, originalName, addressKey }: { fields: UploadFields; originalName: string; addressKey: string },
): Promise<UploadReply> {
  const offset = await receivedBytes(deps, transfer);
  if (offset < transfer.size) {
    throw new ApiError('wrong_offset', `${transfer.size - offset} bytes are missing`, {
      headers: { [OFFSET_HEADER]: String(offset) },
    });
  }
  await checkOwner(deps.db, transfer.account_id, fields);
  await refuseTooFast(deps.db, transfer.account_id, deps.now());
  // A second name or a copy: publishing may take it, and a failed try leaves the transfer whole.
  const path = deps.temporary.path();
  try {
    await deps.blobs.pieces.copyTo(transfer.file, path);
    const received = await readReceived(path);
    if (keyOf(deps, received.sha256) !== transfer.content_key) {
      throw new ApiError('cap_token_invalid', 'The bytes are not those the capToken was issued for');
    }
    const reply = await publish(deps, {
      file: { ...received, path, originalName },
      fields: { ...fields, uploadKey: transfer.upload_key },
      by: byTransfer(deps, transfer),
      addressKey,
    });
    await dropTransfer(deps, transfer);
    return reply;
  } catch (error) {
    // Other bytes than announced, or an account that has left.
    if (error instanceof ApiError && error.code === 'cap_token_invalid') await dropTransfer(deps, transfer);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** The ticket was spent when the transfer was opened. */
const byTransfer = (deps: Deps, transfer: Transfer): Entitlement => ({
  accountId: transfer.account_id,
  name: `transfer ${transfer.id}`,
  transfer: transfer.id,
  refuseUsed: async () => {},
  use: async (tx) => {
    if (!(await removeTransfer(tx, transfer.id))) throw new ApiError('conflict', 'This upload has ended');
  },
  forfeit: () => dropTransfer(deps, transfer),
});
