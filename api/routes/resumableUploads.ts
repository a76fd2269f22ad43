// `/api/uploads`: resumable uploads (contract/transfers.ts). They need a session; transfers of other accounts are not
// found. Top to bottom: route, calls, receiving a piece, header fields of the draft.
import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Context, Middleware } from 'koa';
import * as z from 'zod/mini';
import type { AddressKeys } from '../action.ts';
import { text } from '../contract/fields.ts';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import { CAP_TOKEN_MAX_LENGTH } from '../contract/pow.ts';
import {
  COMPLETE_HEADER,
  INTEROP_HEADER,
  INTEROP_VERSION,
  KEY_HEADER,
  LENGTH_HEADER,
  LIMIT_HEADER,
  type NewTransfer,
  OFFSET_HEADER,
  PIECE_TYPE,
  TICKET_HEADER,
  TRANSFERS_PATH,
  TUS_PIECE_TYPE,
  UPLOAD_PROBLEMS,
} from '../contract/transfers.ts';
import type { TransferState } from '../contract/uploads.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound, notSignedIn, refusedBySchema } from '../errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import type { PieceStore } from '../storage/blobs.ts';
import { readUploadFields, uploadKeySchema } from '../uploads/fields.ts';
import { answerAgain, publishTransfer } from '../uploads/publish.ts';
import { findUploadByKey } from '../uploads/queries.ts';
import { takeTurn } from '../uploads/receive.ts';
import type { Transfer } from '../uploads/transferStore.ts';
import { IDLE_MS, noteProgress } from '../uploads/transferStore.ts';
import {
  dropTransfer,
  findState,
  findTransfer,
  holding,
  keepAlive,
  openTransfer,
  orMakeRoom,
  receivedBytes,
  refuseAboveQuota,
  refuseAboveShares,
  stateOf,
} from '../uploads/transfers.ts';
import { drain, type Receiving } from './receiving.ts';
import { identify } from './session.ts';

const ROUTE = new RegExp(`^${TRANSFERS_PATH}(?:/([0-9a-fA-F-]{36}))?$`);

/** Methods of the collection, and of one transfer. */
const ALLOWED = { all: ['POST'], one: ['GET', 'HEAD', 'PATCH', 'POST', 'DELETE'] };

export function transfers(deps: Deps, limits: RateLimits, receiving: Receiving): Middleware {
  const calls = createTransferCalls(deps, receiving);

  async function handle(ctx: Context, uploadKey: string | undefined): Promise<void> {
    const allowed = ALLOWED[uploadKey === undefined ? 'all' : 'one'];
    const Allow = [...allowed, 'OPTIONS'].join(', ');
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', Allow);
      setLimits(ctx, deps.env.uploadResumeSeconds);
      ctx.status = 204;
      return;
    }
    if (!allowed.includes(ctx.method)) {
      throw new ApiError('method_not_allowed', 'There is no such call', { headers: { Allow } });
    }
    const { viewer, key, siteKey } = await identify(deps, ctx, deps.now());
    const from = { key, siteKey };
    const rate = ctx.method === 'POST' && uploadKey === undefined ? 'upload' : 'write';
    await limits.consume(rate, viewer?.accountId ?? key);
    await limits.consumeOfAddress(rate, from);
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead) refuseCrossSite(ctx, deps.env.publicOrigin);
    if (!viewer) throw notSignedIn();
    const caller = { accountId: viewer.accountId, from };
    if (uploadKey === undefined) return calls.create(ctx, caller);
    if (isRead) return calls.read(ctx, caller, uploadKey);
    if (ctx.method === 'PATCH') return calls.sendPiece(ctx, caller, uploadKey);
    if (ctx.method === 'DELETE') return calls.drop(ctx, caller, uploadKey);
    return calls.publish(ctx, caller, uploadKey);
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

/** The calling account and its address. */
interface TransferCaller {
  accountId: string;
  from: AddressKeys;
}

interface TransferCalls {
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

/** Reads a creation from headers; null if they describe no upload, which is then in the body. */
function readCreation(ctx: Context): NewTransfer | null {
  const complete = readComplete(ctx);
  if (complete === null) return null;
  // The body is the file or its start; the ticket is checked before any of it is read.
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

/** Runs `work` with the transfer locked. A piece still arriving is cancelled first, because its offset would be wrong. */
const exclusively = <T>(
  { accountId }: TransferCaller,
  uploadKey: string,
  work: () => Promise<T>,
): Promise<T> => holding(accountId, uploadKey, () => {}, work);

function createTransferCalls(deps: Deps, receiving: Receiving): TransferCalls {
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
      // Contradictory lengths are refused before the ticket is spent.
      const hasBody = spoken !== null && checkLengths(ctx, 0, wanted.sizeBytes);
      const opened = await exclusively(caller, uploadKey, () => openTransfer(deps, caller, wanted));
      const location = `${TRANSFERS_PATH}/${uploadKey}`;
      ctx.set('Location', location);
      if (!hasBody) return answer(ctx, opened, 201);
      announce(ctx, location, deps.env.uploadResumeSeconds);
      answer(ctx, await receivePiece(deps, receiving, ctx, { ...caller, uploadKey, offset: 0 }), 201);
    },

    async read(ctx, caller, uploadKey) {
      const state = await exclusively(caller, uploadKey, () => findState(deps, caller.accountId, uploadKey));
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
      await exclusively(caller, uploadKey, async () => {
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
      await exclusively(caller, uploadKey, async () => {
        const transfer = await findTransfer(deps, caller.accountId, uploadKey);
        if (!transfer) throw notFound('Upload');
        await dropTransfer(deps, transfer);
      });
      reply(ctx, { success: true, data: null });
    },
  };
}

/** Appends the body at `offset`. Keeps the bytes of an interrupted body, drops those of one that is too long. */
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
  // The reader handles the error; without a listener it would end the process.
  count.on('error', () => {});
  ctx.req.once('close', gone);
  if (ctx.req.destroyed) gone();
  // Not `pipeline`, which would close the connection: the client must receive the error.
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

/** Interval of activity notes, so that other processes do not consider a long piece idle. */
const BEAT_MS = 60_000;

/** An idle transfer only holds room for its received bytes: reserve the rest again. */
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

interface Piece {
  accountId: string;
  uploadKey: string;
  from: AddressKeys;
  /** Where the piece starts. */
  offset: number;
}

/**
 * Receives the body as the piece at `offset` and returns the new state. An empty piece at the end of a complete or
 * published transfer repeats the last answer, which may have been lost. Throws ApiError.
 */
function receivePiece(
  deps: Deps,
  receiving: Receiving,
  ctx: Context,
  { accountId, uploadKey, from, offset: asked }: Piece,
): Promise<TransferState> {
  const release = () => ctx.req.destroy();
  return holding(accountId, uploadKey, release, async () => {
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
        tooSlow.addEventListener('abort', release, { once: true });
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
          // Deleted meanwhile: remove the bytes.
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

/** At most the 15 digits of a structured integer. */
function readInteger(ctx: Context, name: string): number | null {
  const text = ctx.get(name);
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** null without the header. */
function readComplete(ctx: Context): boolean | null {
  const text = ctx.get(COMPLETE_HEADER);
  return text === '?1' ? true : text === '?0' ? false : null;
}

const written = (isComplete: boolean) => (isComplete ? '?1' : '?0');

/** `secondsLeft` until the transfer is removed; null once published. */
const limits = (secondsLeft: number | null) =>
  `max-size=${AUDIO_MAX_BYTES}${secondsLeft === null ? '' : `, max-age=${secondsLeft}`}`;

/** Tells a client the limits before it has a transfer. */
function setLimits(ctx: Context, secondsLeft: number | null): void {
  ctx.set(LIMIT_HEADER, limits(secondsLeft));
}

/** A transfer is complete once all its bytes have arrived. */
function setState(ctx: Context, state: TransferState, now: number): void {
  const { offset, sizeBytes, expiresAt } = state;
  ctx.set(OFFSET_HEADER, String(offset));
  ctx.set(LENGTH_HEADER, String(sizeBytes));
  ctx.set(COMPLETE_HEADER, written(offset === sizeBytes));
  setLimits(ctx, expiresAt === null ? null : Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000)));
}

/**
 * Sends an interim answer with the location of the transfer before the body arrives, so that a client of the same draft
 * iteration can resume after a lost answer. None for progress: only durable bytes are acknowledged.
 */
function announce(ctx: Context, location: string, secondsLeft: number): void {
  if (ctx.get(INTEROP_HEADER) !== INTEROP_VERSION || ctx.req.httpVersionMinor === 0) return;
  // Node can only write 100, 102 and 103 itself. A response with a socket is the one being answered.
  ctx.res.socket?.write(
    `HTTP/1.1 104 Upload Resumption Supported\r\n${INTEROP_HEADER}: ${INTEROP_VERSION}\r\n` +
      `Location: ${location}\r\n${LIMIT_HEADER}: ${limits(secondsLeft)}\r\n\r\n`,
  );
}

/** `provided`: the offset of the caller. */
const wrongOffset = (offset: number, provided: number) =>
  new ApiError('wrong_offset', `The next byte is ${offset}`, {
    headers: { [OFFSET_HEADER]: String(offset), [COMPLETE_HEADER]: written(false) },
    problem: { type: UPLOAD_PROBLEMS.wrong_offset, 'expected-offset': offset, 'provided-offset': provided },
  });

const completed = (offset: number) =>
  new ApiError('upload_completed', 'All bytes of this upload have come', {
    headers: { [OFFSET_HEADER]: String(offset), [COMPLETE_HEADER]: written(false) },
    problem: { type: UPLOAD_PROBLEMS.upload_completed },
  });

const inconsistentLength = (size: number) =>
  new ApiError('upload_length_inconsistent', `This upload was announced with ${size} bytes`, {
    headers: { [COMPLETE_HEADER]: written(false) },
    problem: { type: UPLOAD_PROBLEMS.upload_length_inconsistent },
  });

const tooLarge = (size: number) =>
  new ApiError('audio_too_large', `This upload was announced with ${size} bytes`, {
    headers: { [LIMIT_HEADER]: limits(null), [COMPLETE_HEADER]: written(false) },
  });

const announcesBody = (ctx: Context) =>
  ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;

/** Whether the request has a body. Throws if its lengths contradict each other or the transfer's `size`. */
function checkLengths(ctx: Context, offset: number, size: number): boolean {
  const hasBody = announcesBody(ctx);
  const known = ctx.get('Transfer-Encoding') === '' ? Number(ctx.get('Content-Length')) : null;
  const length = readInteger(ctx, LENGTH_HEADER);
  if (length !== null && length !== size) throw inconsistentLength(size);
  if (offset === size && hasBody) throw completed(offset);
  if (readComplete(ctx) === true && known !== null && offset + known !== size) throw inconsistentLength(size);
  if (known !== null && known > size - offset) throw tooLarge(size);
  return hasBody;
}
