// Reads a JSON body within a size limit, before parsing it.
import type { Context } from 'koa';
import { ApiError } from '../errors.ts';
import { watchPace } from './bodyPace.ts';

/** The largest body: a profile with lists of ids. */
const BODY_MAX_BYTES = 256 * 1024;

async function readBytes(ctx: Context): Promise<Buffer> {
  const tooLarge = () =>
    new ApiError('body_too_large', `The body may have ${BODY_MAX_BYTES} bytes`, {
      headers: { Connection: 'close' },
    });
  if (Number(ctx.get('Content-Length')) > BODY_MAX_BYTES) {
    ctx.req.resume();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) {
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An empty body is `{}`. Throws `body_too_large`, `unsupported_media` or `malformed_json`. */
export async function readJsonBody(ctx: Context): Promise<unknown> {
  let bytes: Buffer;
  const stopWatching = watchPace(ctx.req, () => ctx.req.destroy());
  try {
    bytes = await readBytes(ctx);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('malformed_json', 'The body ended early', { cause: error });
  } finally {
    stopWatching();
  }
  if (bytes.length === 0) return {};
  if (!ctx.is('json', '+json')) throw new ApiError('unsupported_media', 'Send the body as application/json');
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return value;
  } catch (error) {
    throw new ApiError('malformed_json', 'The body is not JSON', { cause: error });
  }
}
