// Resumable uploads: a row for what was announced, a file for what has come. What there is of a transfer, and its end.
import type { AddressKeys } from '../action.ts';
import type { TransferState } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { countUploads } from './countQueries.ts';
import { refuseAboveAddress, refuseAboveCeiling } from './policy.ts';
import { findUploadByKey } from './queries.ts';
import { noteProgress, removeTransfer, type Transfer, transferOf } from './transferStore.ts';

export type { Transfer } from './transferStore.ts';

/** Names the bytes without telling them. */
export const contentKeyOf = (deps: Deps, sha256: string) => deps.keys.pseudonym('upload', sha256);
/** An unfinished transfer ends so long after its last byte. */
export const lifetimeMs = (deps: Pick<Deps, 'env'>) => deps.env.uploadResumeSeconds * 1000;

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

/** Refuses callers who may not upload at the moment before they send or the server reads anything. */
export async function refuseTooFast(
  db: Db,
  { env, now }: Pick<Deps, 'env' | 'now'>,
  { accountId, from }: { accountId: string; from: AddressKeys },
): Promise<void> {
  const who = { accountId, deviceKey: null, addressKey: from.key, siteKey: from.siteKey, fileKeys: [] };
  const at = now();
  const counts = await countUploads(db, who, at);
  refuseAboveCeiling(counts, at);
  refuseAboveAddress(counts, env.rateLimitFactor, at);
}

/**
 * What has come until now, and whether anything has since: only then the transfer lives on. False when it has ended
 * meanwhile, with its account.
 */
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

/** Row first: without it the file is a leftover that the sweep takes. */
export async function dropTransfer(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { id, file }: Pick<Transfer, 'id' | 'file'>,
): Promise<void> {
  await removeTransfer(deps.db, id);
  await deps.blobs.pieces.remove(file);
}
