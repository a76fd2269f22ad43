// `/api/uploads`: the resumable path (contract/transfers.ts). Unlike the multipart POST it belongs to the session;
// a transfer of somebody else is not found.
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import * as z from 'zod/mini';
import { text } from '../contract/text.ts';
import {
  KEY_HEADER,
  LENGTH_HEADER,
  type NewTransfer,
  OFFSET_HEADER,
  PIECE_TYPE,
  TICKET_HEADER,
  TRANSFERS_PATH,
  type TransferState,
  TUS_PIECE_TYPE,
} from '../contract/transfers.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound, notSignedIn, refusedBySchema } from '../errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { answerAgain } from '../uploads/answerAgain.ts';
import { readUploadFields, uploadKeySchema } from '../uploads/fields.ts';
import { findUploadByKey } from '../uploads/queries.ts';
import {
  dropTransfer,
  findState,
  findTransfer,
  holding,
  openTransfer,
  publishTransfer,
} from '../uploads/transfers.ts';
import { receivePiece } from './appending.ts';
import { drain, type Receiving } from './receiving.ts';
import { identify } from './session.ts';
import { announce, checkLengths, readComplete, readInteger, setLimits, setState } from './uploadHeaders.ts';

const ROUTE = new RegExp(`^${TRANSFERS_PATH}(?:/([0-9a-fA-F-]{36}))?$`);

const newTransfer = z.object({
  uploadKey: uploadKeySchema,
  sizeBytes: z.int('sizeBytes must be a whole number').check(z.positive('sizeBytes must be positive')),
  capToken: text('capToken', 2048, 1),
});
const publication = z.object({
  originalName: z.optional(z.string('originalName must be text').check(z.maxLength(1024))),
});

function parse<T>(schema: z.ZodMiniType<T>, body: unknown, root?: string): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refusedBySchema(parsed.error, body, root);
}

/** What the headers of a creation say; null when they do not speak of an upload: then the body does. */
function readCreation(ctx: Context): NewTransfer | null {
  const complete = readComplete(ctx);
  if (complete === null) return null;
  // The body is the file, or its beginning: nothing of it is read before the ticket is.
  const length = complete && ctx.get('Transfer-Encoding') === '' ? readInteger(ctx, 'Content-Length') : null;
  const sizeBytes = readInteger(ctx, LENGTH_HEADER) ?? length;
  if (sizeBytes === null)
    throw invalid(LENGTH_HEADER, 'missing', `${LENGTH_HEADER} must say how long the file is`);
  const uploadKey = parse(uploadKeySchema, ctx.get(KEY_HEADER) || randomUUID(), 'uploadKey');
  return { uploadKey, sizeBytes, capToken: ctx.get(TICKET_HEADER) };
}

function reply(ctx: Context, json: unknown): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(json);
}

export function transfers(deps: Deps, limits: RateLimits, receiving: Receiving): Middleware {
  function answer(ctx: Context, state: TransferState, status: number): void {
    ctx.status = status;
    setState(ctx, state, deps.now());
    reply(ctx, { success: true, data: state });
  }

  async function patch(ctx: Context, accountId: string, uploadKey: string, address: string): Promise<void> {
    if (![PIECE_TYPE, TUS_PIECE_TYPE].includes(ctx.request.type.toLowerCase())) {
      throw new ApiError('unsupported_media', `A piece is sent as ${PIECE_TYPE}`);
    }
    const offset = readInteger(ctx, OFFSET_HEADER);
    if (offset === null) throw invalid(OFFSET_HEADER, 'wrong_format', `${OFFSET_HEADER} must be a number`);
    answer(ctx, await receivePiece(deps, receiving, ctx, { accountId, uploadKey, address, offset }), 200);
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
        reply(ctx, await answerAgain(deps, upload));
      },
    );
  }

  async function create(ctx: Context, accountId: string, address: string): Promise<void> {
    const spoken = readCreation(ctx);
    const wanted = spoken ?? parse(newTransfer, await readJsonBody(ctx));
    const { uploadKey } = wanted;
    setLimits(ctx, deps.env.uploadResumeSeconds);
    // What contradicts itself is refused before the ticket is spent.
    const hasBody = spoken !== null && checkLengths(ctx, 0, wanted.sizeBytes);
    const opened = await holding(
      accountId,
      uploadKey,
      () => {},
      () => openTransfer(deps, accountId, wanted),
    );
    const location = `${TRANSFERS_PATH}/${uploadKey}`;
    ctx.set('Location', location);
    if (!hasBody) return answer(ctx, opened, 201);
    announce(ctx, location, deps.env.uploadResumeSeconds);
    const piece = { accountId, uploadKey, address, offset: 0 };
    answer(ctx, await receivePiece(deps, receiving, ctx, piece), 201);
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
    const Allow = uploadKey === undefined ? 'POST, OPTIONS' : 'GET, HEAD, PATCH, POST, DELETE, OPTIONS';
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', Allow);
      setLimits(ctx, deps.env.uploadResumeSeconds);
      ctx.status = 204;
      return;
    }
    if (!known) {
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
    if (uploadKey === undefined) return create(ctx, accountId, key);
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
