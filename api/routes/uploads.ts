// `POST /upload.php` without an action: the specified multipart upload. It carries no credentials; the
// capToken is the ticket (K5). A file is refused before its first byte is written when the fields before it
// already say so; what is written is bounded by size, by open uploads per address and in all, and by free disk.
import { rm } from 'node:fs/promises';
import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import { AUDIO_MAX_BYTES } from '../contract/limits.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { BODY_IDLE_MS } from '../middleware/jsonBody.ts';
import { addressBlock, type RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { readUploadFields } from '../uploads/fields.ts';
import { publish } from '../uploads/publish.ts';
import { type ReceivedFile, type ReceivingStorage, receivingStorage } from '../uploads/receive.ts';
import { verifyCapToken } from '../uploads/ticket.ts';
import { UPLOAD_PHP } from './uploadPhp.ts';

/** Text fields and part headers around the file. */
const FORM_OVERHEAD_BYTES = 1024 * 1024;
const OPEN_PER_ADDRESS = 6;
const OPEN_IN_ALL = 64;
/** After a refusal the rest of the body is read away this long, so that the client sees the answer. */
const DRAIN_MS = 10_000;

/** Fields that are parts of the form but not ours are harmless; their number and size are not. */
const LIMITS = {
  fileSize: AUDIO_MAX_BYTES + 1,
  files: 1,
  fields: 24,
  parts: 26,
  fieldSize: 16 * 1024,
  fieldNameSize: 64,
  headerPairs: 32,
  fieldNestingDepth: 0,
};

const TOO_LARGE = () => new ApiError('audio_too_large', 'Datei zu groß. Maximum: 50MB');

/** multer's and busboy's errors in our words. */
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

/** Nothing of a refused body is kept, and a client that never ends it is cut off. */
function drain(ctx: Context): void {
  if (ctx.req.readableEnded || ctx.req.destroyed) return;
  ctx.req.unpipe();
  ctx.req.resume();
  const timer = setTimeout(() => ctx.req.destroy(), DRAIN_MS);
  timer.unref();
  ctx.req.once('close', () => clearTimeout(timer));
}

/** Receives the form; rejects as soon as a refusal is known, without waiting for the rest of the body. */
async function receiveForm(deps: Deps, ctx: Context): Promise<ReceivedFile | null> {
  let storage: ReceivingStorage | null = null;
  const received = new Promise<ReceivedFile | null>((resolve, reject) => {
    storage = receivingStorage({
      blobs: deps.blobs,
      beforeWriting: ({ capToken }) => {
        if (typeof capToken === 'string') verifyCapToken(deps.keys.ticket, capToken, deps.now());
      },
      refused: reject,
    });
    // File names are UTF-8, which the published types do not know to ask for.
    const options = { storage: storage.engine, limits: LIMITS, defParamCharset: 'utf8' };
    const form = multer(options).single('audio');
    Promise.resolve(form(ctx as never, async () => {})).then(
      () => resolve((ctx.file as unknown as ReceivedFile | undefined) ?? null),
      reject,
    );
  });
  ctx.req.setTimeout(BODY_IDLE_MS, () => ctx.req.destroy());
  try {
    return await received;
  } catch (error) {
    await (storage as ReceivingStorage | null)?.settled();
    throw error;
  } finally {
    ctx.req.setTimeout(0);
  }
}

export function uploads(deps: Deps, limits: RateLimits): Middleware {
  const openPerAddress = new Map<string, number>();
  let openInAll = 0;

  async function whileCounted<T>(address: string, work: () => Promise<T>): Promise<T> {
    const open = openPerAddress.get(address) ?? 0;
    if (open >= OPEN_PER_ADDRESS || openInAll >= OPEN_IN_ALL) {
      throw new ApiError('busy', 'Too many uploads at once', { headers: { 'Retry-After': '10' } });
    }
    openPerAddress.set(address, open + 1);
    openInAll++;
    try {
      return await work();
    } finally {
      openInAll--;
      const left = (openPerAddress.get(address) ?? 1) - 1;
      if (left === 0) openPerAddress.delete(address);
      else openPerAddress.set(address, left);
    }
  }

  async function receiveAndPublish(ctx: Context): Promise<unknown> {
    if (Number(ctx.get('Content-Length')) > AUDIO_MAX_BYTES + FORM_OVERHEAD_BYTES) throw TOO_LARGE();
    if ((await deps.blobs.freeBytes()) < deps.env.storageReserveBytes) {
      throw new ApiError('storage_full', 'There is no room left on the server');
    }
    const file = await receiveForm(deps, ctx).catch((error) => {
      throw formError(error);
    });
    try {
      if (!file) throw new ApiError('audio_missing', 'The form has no file named audio');
      if (file.size === 0) throw new ApiError('audio_empty', 'Die Datei ist leer');
      const now = deps.now();
      const body = (ctx.request as { body?: unknown }).body;
      const { capToken } = Object.assign({}, body) as { capToken?: unknown };
      const ticket = verifyCapToken(
        deps.keys.ticket,
        typeof capToken === 'string' ? capToken : undefined,
        now,
      );
      return await publish(deps, { ticket, file, fields: readUploadFields(body, now) });
    } finally {
      if (file) await rm(file.path, { force: true });
    }
  }

  return async function uploads(ctx, next) {
    if (!UPLOAD_PHP.test(ctx.path) || ctx.method !== 'POST') return next();
    ctx.state.operation = 'upload';
    try {
      refuseCrossSite(ctx, deps.env.publicOrigin);
      const address = deps.keys.pseudonym('address', addressBlock(ctx.ip));
      await limits.consume('upload', address);
      if (!ctx.is('multipart/form-data')) {
        throw new ApiError('malformed_multipart', 'An upload is sent as multipart/form-data');
      }
      const reply = await whileCounted(address, () => receiveAndPublish(ctx));
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = JSON.stringify(reply);
    } catch (error) {
      drain(ctx);
      throw error;
    }
  };
}
