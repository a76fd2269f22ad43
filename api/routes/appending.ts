// One piece of a resumable upload: checked against what is there, written where it belongs, durable when answered.
import { Transform } from 'node:stream';
import type { Context } from 'koa';
import type { AddressKeys } from '../action.ts';
import type { TransferState } from '../contract/uploads.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import type { PieceStore } from '../storage/blobs.ts';
import { holding } from '../uploads/holding.ts';
import { orMakeRoom, refuseAboveShares } from '../uploads/makingRoom.ts';
import { refuseAboveQuota } from '../uploads/quota.ts';
import { takeTurn } from '../uploads/receivingTurns.ts';
import { IDLE_MS, noteProgress } from '../uploads/transferStore.ts';
import {
  findState,
  findTransfer,
  keepAlive,
  receivedBytes,
  stateOf,
  type Transfer,
} from '../uploads/transfers.ts';
import type { Receiving } from './receiving.ts';
import { checkLengths, inconsistentLength, readComplete, tooLarge, wrongOffset } from './uploadHeaders.ts';

/** Appends the body at `offset`. What has come of a broken body is kept; of one that is too long, nothing. */
async function append(
  ctx: Context,
  pieces: PieceStore,
  transfer: Transfer,
  offset: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let left = transfer.size - offset;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      onBytes(chunk.length);
      if (left < 0) done(tooLarge(transfer.size));
      else takeTurn(chunk.length, () => done(null, chunk));
    },
  });
  const gone = () => {
    if (!ctx.req.readableEnded) count.destroy(new ApiError('conflict', 'The connection ended'));
  };
  // The reader of the chunks hears of the error; before there is one, it must not end the process.
  count.on('error', () => {});
  ctx.req.once('close', gone);
  if (ctx.req.destroyed) gone();
  // Not a pipeline: what cannot be kept ends nobody's connection, who is told why.
  ctx.req.pipe(count);
  try {
    await pieces.append(transfer.file, offset, count);
  } catch (error) {
    if (left < 0) await pieces.cut(transfer.file, offset);
    throw error;
  } finally {
    ctx.req.off('close', gone);
    ctx.req.unpipe(count);
  }
}

/** So that another process does not take a long piece for an idle transfer. */
const BEAT_MS = 60_000;

/** One that was idle has room for what has come of it alone: the rest is asked for again. */
async function reserveAgain(deps: Deps, transfer: Transfer, from: AddressKeys): Promise<void> {
  const { id, account_id: accountId, size, received } = transfer;
  const now = deps.now();
  if (transfer.active_at > now - IDLE_MS) return;
  const announced = { key: transfer.address_key ?? from.key, siteKey: transfer.site_key ?? from.siteKey };
  await orMakeRoom(deps, size - received, () =>
    deps.db.transaction().execute(async (tx) => {
      await refuseAboveQuota(tx, deps.env, { accountId, bytes: size, exceptTransfer: id }, now);
      await refuseAboveShares(tx, deps, announced, { bytes: size - received, isOpen: true });
      await noteProgress(tx, id, { active_at: now });
    }),
  );
}

export interface Piece {
  accountId: string;
  uploadKey: string;
  from: AddressKeys;
  /** Where the caller continues. */
  offset: number;
}

/**
 * Receives the body as the piece at `offset`; the state then. An empty one at the end of a complete transfer is answered
 * as the last one was, also when it has been published: that answer may have been lost. Throws ApiError.
 */
export function receivePiece(
  deps: Deps,
  receiving: Receiving,
  ctx: Context,
  { accountId, uploadKey, from, offset: asked }: Piece,
): Promise<TransferState> {
  const letGo = () => ctx.req.destroy();
  return holding(accountId, uploadKey, letGo, async () => {
    const transfer = await findTransfer(deps, accountId, uploadKey);
    const before = transfer ? null : await findState(deps, accountId, uploadKey);
    const size = transfer?.size ?? before?.sizeBytes ?? 0;
    const offset = transfer ? await receivedBytes(deps, transfer) : size;
    if (asked !== offset) throw wrongOffset(offset, asked);
    const hasBody = checkLengths(ctx, offset, size);
    if (before) return before;
    if (!transfer) throw notFound('Upload');
    if (hasBody) {
      await reserveAgain(deps, transfer, from);
      await receiving.receive(ctx, from, size - offset, async (tooSlow) => {
        tooSlow.addEventListener('abort', letGo, { once: true });
        const { pieces } = deps.blobs;
        let come = 0;
        const beat = setInterval(() => {
          if (come > 0) void keepAlive(deps, transfer, offset + come, true).catch(() => {});
        }, BEAT_MS);
        const failure = await append(ctx, pieces, transfer, offset, (bytes) => {
          come += bytes;
        }).catch((error: unknown) => error);
        clearInterval(beat);
        const received = await receivedBytes(deps, transfer);
        if (!(await keepAlive(deps, transfer, received, received > offset))) {
          // Erased while it was on its way: nothing of it stays.
          await pieces.remove(transfer.file);
          throw notFound('Upload');
        }
        if (failure) throw failure;
      });
    }
    const state = await stateOf(deps, transfer);
    if (readComplete(ctx) === true && state.offset < size) throw inconsistentLength(size);
    return state;
  });
}
