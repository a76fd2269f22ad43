// `/api/uploads`: the resumable path (contract/transfers.ts). Unlike the multipart POST it belongs to the session;
// a transfer of somebody else is not found.
import { createWriteStream } from 'node:fs';
import { open, rm, truncate } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context, Middleware } from 'koa';
import * as z from 'zod/mini';
import { text } from '../contract/text.ts';
import {
  OFFSET_HEADER,
  TRANSFER_CHUNK_TYPE,
  TRANSFERS_PATH,
  type TransferState,
} from '../contract/transfers.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound, notSignedIn } from '../errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { readUploadFields, uploadKeySchema } from '../uploads/fields.ts';
import { presentUpload } from '../uploads/present.ts';
import { estimatedReviewTime, findUploadByKey } from '../uploads/queries.ts';
import { takeTurn } from '../uploads/receivingTurns.ts';
import {
  dropTransfer,
  findState,
  findTransfer,
  holding,
  keepAlive,
  openTransfer,
  publishTransfer,
  receivedBytes,
  stateOf,
  type Transfer,
} from '../uploads/transfers.ts';
import { drain, type Receiving } from './receiving.ts';
import { identify } from './session.ts';

const ROUTE = new RegExp(`^${TRANSFERS_PATH}(?:/([0-9a-fA-F-]{36}))?$`);

const newTransfer = z.object({
  uploadKey: uploadKeySchema,
  sizeBytes: z.int('sizeBytes must be a whole number').check(z.positive('sizeBytes must be positive')),
  capToken: text('capToken', 2048, 1),
});
const publication = z.object({
  originalName: z.optional(z.string('originalName must be text').check(z.maxLength(1024))),
});

function parse<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_body', parsed.error.issues[0]?.message ?? 'invalid body');
}

const wrongOffset = (offset: number) =>
  new ApiError('wrong_offset', `The next byte is ${offset}`, {
    headers: { [OFFSET_HEADER]: String(offset) },
  });
const tooLarge = (size: number) =>
  new ApiError('audio_too_large', `This upload was announced with ${size} bytes`);

function answer(ctx: Context, state: TransferState, status: number): void {
  ctx.status = status;
  ctx.set(OFFSET_HEADER, String(state.offset));
  ctx.set('Upload-Length', String(state.sizeBytes));
  reply(ctx, { success: true, data: state });
}

function reply(ctx: Context, json: unknown): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(json);
}

/** Appends the body at `offset`. What has come of a broken body is kept; of one that is too long, nothing. */
async function append(ctx: Context, transfer: Transfer, path: string, offset: number): Promise<void> {
  let left = transfer.size - offset;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(tooLarge(transfer.size));
      else takeTurn(chunk.length, () => done(null, chunk));
    },
  });
  // A restored database may know transfers whose files are gone: they begin again.
  if (offset === 0) await (await open(path, 'a', 0o600)).close();
  try {
    await pipeline(ctx.req, count, createWriteStream(path, { flags: 'r+', start: offset }));
  } catch (error) {
    if (left < 0) await truncate(path, offset);
    const { code } = error as NodeJS.ErrnoException;
    const isGone = code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET';
    throw isGone ? new ApiError('conflict', 'The connection ended', { cause: error }) : error;
  } finally {
    // What is acknowledged as received stays received.
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
  }
}

export function transfers(deps: Deps, limits: RateLimits, receiving: Receiving): Middleware {
  async function patch(ctx: Context, accountId: string, uploadKey: string, address: string): Promise<void> {
    if (!ctx.is(TRANSFER_CHUNK_TYPE)) {
      throw new ApiError('unsupported_media', `A piece is sent as ${TRANSFER_CHUNK_TYPE}`);
    }
    const asked = ctx.get(OFFSET_HEADER);
    if (!/^\d{1,10}$/.test(asked)) throw new ApiError('invalid_body', `${OFFSET_HEADER} must be a number`);
    await holding(
      accountId,
      uploadKey,
      () => ctx.req.destroy(),
      async () => {
        const transfer = await findTransfer(deps, accountId, uploadKey);
        if (!transfer) throw notFound('Upload');
        const offset = await receivedBytes(deps, transfer);
        if (Number(asked) !== offset) throw wrongOffset(offset);
        const length = Number(ctx.get('Content-Length'));
        if (length > transfer.size - offset) throw tooLarge(transfer.size);
        await receiving.receive(ctx, address, transfer.size - offset, async (tooSlow) => {
          tooSlow.addEventListener('abort', () => ctx.req.destroy(), { once: true });
          const path = deps.blobs.transferPath(transfer.file);
          const failure = await append(ctx, transfer, path, offset).catch((error: unknown) => error);
          if (!(await keepAlive(deps, transfer))) {
            // Erased while it was on its way: nothing of it stays.
            await rm(path, { force: true });
            throw notFound('Upload');
          }
          if (failure) throw failure;
        });
        answer(ctx, await stateOf(deps, transfer), 200);
      },
    );
  }

  async function publishOne(
    ctx: Context,
    accountId: string,
    uploadKey: string,
    addressKey: string,
  ): Promise<void> {
    const body = await readJsonBody(ctx);
    const { originalName = '' } = parse(publication, body);
    const fields = readUploadFields(body, deps.now());
    await holding(
      accountId,
      uploadKey,
      () => {},
      async () => {
        const transfer = await findTransfer(deps, accountId, uploadKey);
        if (transfer) {
          return reply(ctx, await publishTransfer(deps, transfer, { fields, originalName, addressKey }));
        }
        const upload = await findUploadByKey(deps.db, accountId, uploadKey);
        if (!upload) throw notFound('Upload');
        reply(ctx, presentUpload(upload, await estimatedReviewTime(deps.db)));
      },
    );
  }

  async function create(ctx: Context, accountId: string): Promise<void> {
    const wanted = parse(newTransfer, await readJsonBody(ctx));
    const state = await holding(
      accountId,
      wanted.uploadKey,
      () => {},
      () => openTransfer(deps, accountId, wanted),
    );
    ctx.set('Location', `${TRANSFERS_PATH}/${wanted.uploadKey}`);
    answer(ctx, state, 201);
  }

  async function remove(ctx: Context, accountId: string, uploadKey: string): Promise<void> {
    await holding(
      accountId,
      uploadKey,
      () => {},
      async () => {
        const transfer = await findTransfer(deps, accountId, uploadKey);
        if (!transfer) throw notFound('Upload');
        await dropTransfer(deps, transfer);
      },
    );
    reply(ctx, { success: true, data: null });
  }

  async function handle(ctx: Context, uploadKey: string | undefined): Promise<void> {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const known =
      uploadKey === undefined ? ctx.method === 'POST' : isRead || /^(POST|PATCH|DELETE)$/.test(ctx.method);
    if (!known) {
      const Allow = uploadKey === undefined ? 'POST' : 'GET, HEAD, PATCH, POST, DELETE';
      throw new ApiError('method_not_allowed', 'There is no such call', { headers: { Allow } });
    }
    const { viewer, key } = await identify(deps, ctx, deps.now());
    await limits.consume(
      ctx.method === 'POST' && uploadKey === undefined ? 'upload' : 'write',
      viewer?.accountId ?? key,
    );
    if (!isRead) refuseCrossSite(ctx, deps.env.publicOrigin);
    if (!viewer) throw notSignedIn();
    const { accountId } = viewer;
    if (uploadKey === undefined) return create(ctx, accountId);
    if (isRead) {
      // A piece still on its way would make the offset a lie: it is let go first.
      return answer(
        ctx,
        await holding(
          accountId,
          uploadKey,
          () => {},
          () => findState(deps, accountId, uploadKey),
        ),
        200,
      );
    }
    if (ctx.method === 'PATCH') return patch(ctx, accountId, uploadKey, key);
    if (ctx.method === 'DELETE') return remove(ctx, accountId, uploadKey);
    return publishOne(ctx, accountId, uploadKey, key);
  }

  return async function transfers(ctx, next) {
    const route = ROUTE.exec(ctx.path);
    if (!route) return next();
    ctx.state.operation = 'transfer';
    try {
      await handle(ctx, route[1]?.toLowerCase());
    } catch (error) {
      drain(ctx);
      throw error;
    }
  };
}
