// Resumable uploads: a row for what was announced, a file for what has come. One request at a time may touch a
// transfer; a newer one makes the older let go, because it is usually the same client behind a dead connection.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { powDifficulty } from '../contract/pow.ts';
import type { NewTransfer, TransferState } from '../contract/transfers.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { TransfersTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import type { UploadFields } from './fields.ts';
import { countUploads, refuseAboveCeiling } from './limits.ts';
import { publish } from './publish.ts';
import { findUpload } from './queries.ts';
import { refuseAboveQuota } from './quota.ts';
import { HEAD_BYTES, type ReceivedFile } from './receive.ts';
import { spendTicket } from './spent.ts';
import { verifyCapToken } from './ticket.ts';

export type Transfer = Selectable<TransfersTable>;

/** Unfinished transfers one account may have at a time. */
const OPEN_PER_ACCOUNT = 8;

interface Holder {
  letGo: () => void;
  gone: Promise<void>;
}
const holders = new Map<string, Holder>();

/** An id alone would let anybody who has heard of it end the owner's requests. */
const holderKey = (accountId: string, id: string) => `${accountId} ${id}`;

/** Alone with this transfer. `letGo` is called when somebody newer comes; the work then ends soon. */
export async function holding<T>(
  accountId: string,
  id: string,
  letGo: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const key = holderKey(accountId, id);
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

export const isHeld = (accountId: string, id: string) => holders.has(holderKey(accountId, id));

const keyOf = (deps: Deps, sha256: string) => deps.keys.pseudonym('upload', sha256);
const lifetimeMs = (deps: Pick<Deps, 'env'>) => deps.env.uploadResumeSeconds * 1000;

/** Bytes received so far; 0 when the file is gone. */
export async function receivedBytes(deps: Pick<Deps, 'blobs'>, transfer: Transfer): Promise<number> {
  const found = await stat(deps.blobs.transferPath(transfer.file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found?.size ?? 0;
}

export async function stateOf(deps: Deps, transfer: Transfer): Promise<TransferState> {
  return {
    uploadKey: transfer.id,
    sizeBytes: transfer.size,
    offset: await receivedBytes(deps, transfer),
    expiresAt: new Date(transfer.expires_at).toISOString(),
  };
}

/** null when unknown, expired, or somebody else's: all three look the same. */
export async function findTransfer(deps: Deps, accountId: string, id: string): Promise<Transfer | null> {
  const row = await deps.db
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** The state of a transfer or of the upload it became. Throws `not_found`. */
export async function findState(deps: Deps, accountId: string, id: string): Promise<TransferState> {
  const transfer = await findTransfer(deps, accountId, id);
  if (transfer) return stateOf(deps, transfer);
  const upload = await findUpload(deps.db, id);
  if (upload?.account_id !== accountId) throw notFound('Upload');
  return { uploadKey: id, sizeBytes: upload.size, offset: upload.size, expiresAt: null };
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
  if (sizeBytes > AUDIO_MAX_BYTES) throw new ApiError('audio_too_large', 'Datei zu groß. Maximum: 50MB');
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
    throw new ApiError('invalid_body', 'This uploadKey belongs to another upload');
  }
  const file = `${randomBytes(16).toString('hex')}.resume`;
  const fileKeys = deps.keys.fileKeys(ticket.sha256, now);
  const path = deps.blobs.transferPath(file);
  await (await open(path, 'wx', 0o600)).close();
  const row: Transfer = {
    id: uploadKey,
    account_id: accountId,
    file,
    size: sizeBytes,
    content_key: contentKey,
    created_at: now,
    expires_at: now + lifetimeMs(deps),
  };
  try {
    await deps.db.transaction().execute(async (tx) => {
      await spendTicket(tx, ticket);
      if (await findUpload(tx, uploadKey)) throw new ApiError('conflict', 'This upload has been published');
      refuseAboveCeiling(await countUploads(tx, { accountId, deviceKey: null, fileKeys }, now), now);
      await refuseTooMany(tx, accountId);
      await refuseAboveQuota(tx, deps.env, { accountId, bytes: sizeBytes, exceptTransfer: null });
      await tx.insertInto('transfers').values(row).execute();
    });
  } catch (error) {
    await rm(path, { force: true });
    if (databaseFault(error) === 'duplicate') {
      throw new ApiError('conflict', 'This uploadKey is in use', { headers: { 'Retry-After': '1' } });
    }
    throw error;
  }
  return stateOf(deps, row);
}

async function refuseTooMany(db: Db, accountId: string): Promise<void> {
  const open = await db
    .selectFrom('transfers')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(OPEN_PER_ACCOUNT)
    .execute();
  if (open.length < OPEN_PER_ACCOUNT) return;
  throw new ApiError('busy', 'Too many unfinished uploads', { headers: { 'Retry-After': '60' } });
}

/** Something came: the transfer lives on. False when it has ended meanwhile, with its account. */
export async function keepAlive(deps: Deps, transfer: Transfer): Promise<boolean> {
  const { numUpdatedRows } = await deps.db
    .updateTable('transfers')
    .set({ expires_at: deps.now() + lifetimeMs(deps) })
    .where('id', '=', transfer.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Row first: without it the file is a leftover that the sweep takes. */
export async function dropTransfer(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { id, file }: Pick<Transfer, 'id' | 'file'>,
): Promise<void> {
  await deps.db.deleteFrom('transfers').where('id', '=', id).execute();
  await rm(deps.blobs.transferPath(file), { force: true });
}

/** The received bytes under a second name: publishing may take it, and a failed try leaves the transfer whole. */
async function secondName(path: string, name: string): Promise<void> {
  await link(path, name).catch(() => copyFile(path, name));
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

/** Refusals of the bytes themselves: sending more or asking again changes nothing. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.code.startsWith('audio_') || error.code === 'cap_token_invalid');

/**
 * Makes an upload of a complete transfer; call while `holding` it. The transfer ends with the upload's transaction,
 * or when its bytes can never become one. A repeat gets the stored answer.
 */
export async function publishTransfer(
  deps: Deps,
  transfer: Transfer,
  fields: UploadFields,
  originalName: string,
): Promise<UploadReply> {
  const path = deps.blobs.transferPath(transfer.file);
  const offset = await receivedBytes(deps, transfer);
  if (offset < transfer.size) {
    throw new ApiError('wrong_offset', `${transfer.size - offset} bytes are missing`, {
      headers: { 'Upload-Offset': String(offset) },
    });
  }
  const publishing = deps.blobs.temporaryPath();
  try {
    const received = await readReceived(path);
    if (keyOf(deps, received.sha256) !== transfer.content_key) {
      throw new ApiError('cap_token_invalid', 'The bytes are not those the capToken was issued for');
    }
    await secondName(path, publishing);
    const reply = await publish(deps, {
      file: { ...received, path: publishing, originalName },
      fields: { ...fields, uploadKey: transfer.id },
      by: {
        accountId: transfer.account_id,
        transfer: transfer.id,
        refuseUsed: async () => {},
        use: async (tx) => {
          const ended = await tx.deleteFrom('transfers').where('id', '=', transfer.id).executeTakeFirst();
          if (ended.numDeletedRows === 0n) throw new ApiError('conflict', 'This upload has ended');
        },
      },
    });
    await rm(path, { force: true });
    return reply;
  } catch (error) {
    if (isFinal(error)) await dropTransfer(deps, transfer);
    throw error;
  } finally {
    await rm(publishing, { force: true });
  }
}
