// How a complete transfer becomes an upload: its bytes are read once more, published, and the transfer ends.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressKeys } from '../action.ts';
import { OFFSET_HEADER } from '../contract/transfers.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { Entitlement } from './entitlement.ts';
import type { UploadFields } from './fields.ts';
import { checkOwner } from './owner.ts';
import { publish } from './publish.ts';
import { HEAD_BYTES, type ReceivedFile } from './receive.ts';
import { removeTransfer, type Transfer } from './transferStore.ts';
import { contentKeyOf, dropTransfer, receivedBytes, refuseTooFast } from './transfers.ts';

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
  { fields, originalName, from }: { fields: UploadFields; originalName: string; from: AddressKeys },
): Promise<UploadReply> {
  const offset = await receivedBytes(deps, transfer);
  if (offset < transfer.size) {
    throw new ApiError('wrong_offset', `${transfer.size - offset} bytes are missing`, {
      headers: { [OFFSET_HEADER]: String(offset) },
    });
  }
  await checkOwner(deps.db, transfer.account_id, fields);
  await refuseTooFast(deps.db, deps, { accountId: transfer.account_id, from });
  // A second name or a copy: publishing may take it, and a failed try leaves the transfer whole.
  const path = deps.temporary.path();
  try {
    await deps.blobs.pieces.copyTo(transfer.file, path);
    const received = await readReceived(path);
    if (contentKeyOf(deps, received.sha256) !== transfer.content_key) {
      throw new ApiError('cap_token_invalid', 'The bytes are not those the capToken was issued for');
    }
    const reply = await publish(deps, {
      file: { ...received, path, originalName },
      fields: { ...fields, uploadKey: transfer.upload_key },
      by: byTransfer(deps, transfer),
      from,
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
