// What a caller of `/api/uploads` can do with a transfer of their own: begin it, ask for its state, send pieces, publish
// or drop it.
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import type { AddressKeys } from '../action.ts';
import { text } from '../contract/fields.ts';
import { CAP_TOKEN_MAX_LENGTH } from '../contract/pow.ts';
import {
  KEY_HEADER,
  LENGTH_HEADER,
  type NewTransfer,
  OFFSET_HEADER,
  PIECE_TYPE,
  TICKET_HEADER,
  TRANSFERS_PATH,
  TUS_PIECE_TYPE,
} from '../contract/transfers.ts';
import type { TransferState } from '../contract/uploads.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound, refusedBySchema } from '../errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import { answerAgain } from '../uploads/answerAgain.ts';
import { readUploadFields, uploadKeySchema } from '../uploads/fields.ts';
import { holding } from '../uploads/holding.ts';
import { openTransfer } from '../uploads/openTransfer.ts';
import { publishTransfer } from '../uploads/publishTransfer.ts';
import { findUploadByKey } from '../uploads/queries.ts';
import { dropTransfer, findState, findTransfer } from '../uploads/transfers.ts';
import { receivePiece } from './appending.ts';
import type { Receiving } from './receiving.ts';
import { announce, checkLengths, readComplete, readInteger, setLimits, setState } from './uploadHeaders.ts';

/** Who calls, and from where. */
export interface TransferCaller {
  accountId: string;
  from: AddressKeys;
}

export interface TransferCalls {
  create(ctx: Context, caller: TransferCaller): Promise<void>;
  read(ctx: Context, caller: TransferCaller, uploadKey: string): Promise<void>;
  sendPiece(ctx: Context, caller: TransferCaller, uploadKey: string): Promise<void>;
  publish(ctx: Context, caller: TransferCaller, uploadKey: string): Promise<void>;
  drop(ctx: Context, caller: TransferCaller, uploadKey: string): Promise<void>;
}

const newTransfer = z.object({
  uploadKey: uploadKeySchema,
  sizeBytes: z.int('sizeBytes must be a whole number').check(z.positive('sizeBytes must be positive')),
  capToken: text('capToken', CAP_TOKEN_MAX_LENGTH, 1),
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

/** Alone with the transfer: a piece that is still on its way is let go first, its offset would not be true. */
const alone = <T>({ accountId }: TransferCaller, uploadKey: string, work: () => Promise<T>): Promise<T> =>
  holding(accountId, uploadKey, () => {}, work);

export function createTransferCalls(deps: Deps, receiving: Receiving): TransferCalls {
  function answer(ctx: Context, state: TransferState, status: number): void {
    ctx.status = status;
    setState(ctx, state, deps.now());
    reply(ctx, { success: true, data: state });
  }

  return {
    async create(ctx, caller) {
      const spoken = readCreation(ctx);
      const wanted = spoken ?? parse(newTransfer, await readJsonBody(ctx));
      const { uploadKey } = wanted;
      setLimits(ctx, deps.env.uploadResumeSeconds);
      // What contradicts itself is refused before the ticket is spent.
      const hasBody = spoken !== null && checkLengths(ctx, 0, wanted.sizeBytes);
      const opened = await alone(caller, uploadKey, () => openTransfer(deps, caller, wanted));
      const location = `${TRANSFERS_PATH}/${uploadKey}`;
      ctx.set('Location', location);
      if (!hasBody) return answer(ctx, opened, 201);
      announce(ctx, location, deps.env.uploadResumeSeconds);
      answer(ctx, await receivePiece(deps, receiving, ctx, { ...caller, uploadKey, offset: 0 }), 201);
    },

    async read(ctx, caller, uploadKey) {
      const state = await alone(caller, uploadKey, () => findState(deps, caller.accountId, uploadKey));
      answer(ctx, state, 200);
    },

    async sendPiece(ctx, caller, uploadKey) {
      if (![PIECE_TYPE, TUS_PIECE_TYPE].includes(ctx.request.type.toLowerCase())) {
        throw new ApiError('unsupported_media', `A piece is sent as ${PIECE_TYPE}`);
      }
      const offset = readInteger(ctx, OFFSET_HEADER);
      if (offset === null) throw invalid(OFFSET_HEADER, 'wrong_format', `${OFFSET_HEADER} must be a number`);
      answer(ctx, await receivePiece(deps, receiving, ctx, { ...caller, uploadKey, offset }), 200);
    },

    async publish(ctx, caller, uploadKey) {
      const { accountId, from } = caller;
      const body = await readJsonBody(ctx);
      const { originalName = '' } = parse(publication, body);
      const fields = readUploadFields(body, deps.now());
      await alone(caller, uploadKey, async () => {
        const transfer = await findTransfer(deps, accountId, uploadKey);
        if (transfer) {
          return reply(ctx, await publishTransfer(deps, transfer, { fields, originalName, from }));
        }
        const upload = await findUploadByKey(deps.db, accountId, uploadKey);
        if (!upload) throw notFound('Upload');
        reply(ctx, await answerAgain(deps, upload));
      });
    },

    async drop(ctx, caller, uploadKey) {
      await alone(caller, uploadKey, async () => {
        const transfer = await findTransfer(deps, caller.accountId, uploadKey);
        if (!transfer) throw notFound('Upload');
        await dropTransfer(deps, transfer);
      });
      reply(ctx, { success: true, data: null });
    },
  };
}
