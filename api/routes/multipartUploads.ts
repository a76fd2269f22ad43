// `POST /upload.php` without an action: the multipart upload. It needs no session: the capToken is the ticket. If the
// fields before the file already fail, nothing is written. Size, concurrent uploads and free disk are limited. Once the
// file is received, `uploads/publish.ts` treats it like a resumable one.
import { rm } from 'node:fs/promises';
import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import type { AddressKeys } from '../action.ts';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { readUploadFields } from '../uploads/fields.ts';
import { byTicket, publish } from '../uploads/publish.ts';
import { type ReceivedFile, type ReceivingStorage, receivingStorage } from '../uploads/receive.ts';
import { verifyCapToken } from '../uploads/ticket.ts';
import { orMakeRoom, refuseAboveQuota } from '../uploads/transfers.ts';
import { UPLOAD_PHP } from './pipeline.ts';
import { announcedBytes, drain, type Receiving } from './receiving.ts';
import { addressKeysOf } from './session.ts';

/** Text fields and part headers around the file. */
const FORM_OVERHEAD_BYTES = 1024 * 1024;
/** Unknown fields are ignored, but their number and size are limited. */
const LIMITS = {
  fileSize: AUDIO_MAX_BYTES + 1,
  files: 1,
  fields: 24,
  parts: 26,
  // Fits a transcript of `TRANSCRIPT_MAX_LENGTH` in any script.
  fieldSize: 64 * 1024,
  fieldNameSize: 64,
  headerPairs: 32,
  fieldNestingDepth: 0,
};

const TOO_LARGE = () => new ApiError('audio_too_large', 'The file is larger than 50 MB');

/** Translates errors of multer and busboy. */
function formError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'LIMIT_FILE_SIZE') return TOO_LARGE();
  if (code === 'LIMIT_FIELD_VALUE' || code === 'LIMIT_PART_COUNT' || code === 'LIMIT_FIELD_COUNT') {
    return new ApiError('body_too_large', 'The form is too large', { cause: error });
  }
  const isSystem =
    typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' && code !== 'EPIPE';
  if (isSystem) return error;
  return new ApiError('malformed_multipart', `The form cannot be read: ${error.message}`, { cause: error });
}

/** Receives the form. Rejects on the first refusal, without waiting for the rest of the body. */
async function receiveForm(
  deps: Deps,
  ctx: Context,
  bytes: number,
  tooSlow: AbortSignal,
  began: number,
): Promise<ReceivedFile | null> {
  let storage: ReceivingStorage | null = null;
  const received = new Promise<ReceivedFile | null>((resolve, reject) => {
    storage = receivingStorage({
      temporary: deps.temporary,
      beforeWriting: async ({ capToken }) => {
        if (typeof capToken !== 'string') return;
        const { accountId } = verifyCapToken(deps.keys.ticket, capToken, began);
        const claimed = { accountId, bytes, exceptTransfer: null };
        await orMakeRoom(deps, bytes, () => refuseAboveQuota(deps.db, deps.env, claimed, began));
      },
      refused: reject,
    });
    tooSlow.addEventListener('abort', () => reject(tooSlow.reason), { once: true });
    // File names are UTF-8; the published types lack this option.
    const options = { storage: storage.engine, limits: LIMITS, defParamCharset: 'utf8' };
    const form = multer(options).single('audio');
    Promise.resolve(form(ctx as never, async () => {})).then(
      () => resolve((ctx.file as unknown as ReceivedFile | undefined) ?? null),
      reject,
    );
  });
  try {
    return await received;
  } catch (error) {
    if (tooSlow.aborted) ctx.req.destroy();
    await (storage as ReceivingStorage | null)?.settled();
    throw error;
  }
}

export function uploads(deps: Deps, limits: RateLimits, receiving: Receiving): Middleware {
  async function receiveAndPublish(ctx: Context, from: AddressKeys, tooSlow: AbortSignal): Promise<unknown> {
    // The ticket must be valid at the start: a slow upload may outlast it.
    const began = deps.now();
    const file = await receiveForm(deps, ctx, Number(ctx.get('Content-Length')) || 0, tooSlow, began).catch(
      (error) => {
        throw formError(error);
      },
    );
    try {
      if (!file) throw new ApiError('audio_missing', 'The form has no file named audio');
      const body = (ctx.request as { body?: unknown }).body;
      const { capToken } = Object.assign({}, body) as { capToken?: unknown };
      const ticket = verifyCapToken(
        deps.keys.ticket,
        typeof capToken === 'string' ? capToken : undefined,
        began,
      );
      return await publish(deps, {
        by: byTicket(deps, ticket, file),
        file,
        fields: readUploadFields(body, deps.now()),
        from,
      });
    } finally {
      if (file) await rm(file.path, { force: true });
    }
  }

  return async function uploads(ctx, next) {
    if (!UPLOAD_PHP.test(ctx.path) || ctx.method !== 'POST') return next();
    ctx.state.operation = 'upload';
    try {
      refuseCrossSite(ctx, deps.env.publicOrigin);
      const address = addressKeysOf(deps, ctx);
      await limits.consume('upload', address.key);
      await limits.consumeOfAddress('upload', address);
      if (!ctx.is('multipart/form-data')) {
        throw new ApiError('malformed_multipart', 'An upload is sent as multipart/form-data');
      }
      if (Number(ctx.get('Content-Length')) > AUDIO_MAX_BYTES + FORM_OVERHEAD_BYTES) throw TOO_LARGE();
      const reply = await receiving.receive(ctx, address, announcedBytes(ctx), (tooSlow) =>
        receiveAndPublish(ctx, address, tooSlow),
      );
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = JSON.stringify(reply);
    } catch (error) {
      drain(ctx);
      throw error;
    }
  };
}
