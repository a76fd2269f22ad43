// Answers of reads: bytes, ETag and gzip. Answers that depend only on the database are cached until a row changes, so that
// the public feed is computed once and not once per listener.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { Answer } from '../action.ts';

/** Size of the cache with its keys: about 60 snapshots of signed-in people. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** Answers also age: "new" depends on the time of day. */
const MAX_AGE_MS = 60_000;
/** JSON below this is not worth compressing. */
export const COMPRESS_MIN_BYTES = 1024;

const compressed = promisify(gzip);

export interface ReadAnswer {
  json: Buffer;
  etag: string;
  /** Compressed on first use. */
  gzip?: Promise<Buffer>;
}

export function answerText(result: unknown): string {
  const answer = result instanceof Answer ? result : new Answer(result, {});
  return JSON.stringify({ success: true, ...answer.extra, data: answer.data ?? null });
}

export function readAnswer(result: unknown): ReadAnswer {
  const json = Buffer.from(answerText(result));
  // Weak: one tag for the plain and the compressed bytes.
  return { json, etag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}

export async function sendRead(ctx: Context, answer: ReadAnswer): Promise<void> {
  ctx.status = 200;
  ctx.type = 'application/json; charset=utf-8';
  // Not `no-store`, so that an unchanged answer costs a 304. `private` and `Vary: Cookie` keep it with its viewer.
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Cookie');
  ctx.vary('Authorization');
  ctx.set('ETag', answer.etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (answer.json.length < COMPRESS_MIN_BYTES || ctx.acceptsEncodings('gzip') !== 'gzip') {
    ctx.body = answer.json;
    return;
  }
  answer.gzip ??= compressed(answer.json);
  const bytes = await answer.gzip;
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = bytes;
}

interface CachedAnswer {
  version: string;
  until: number;
  bytes: number;
  answer: Promise<ReadAnswer>;
}

export interface AnswerCache {
  /**
   * The cached answer of `key`, or the result of `make`. Never stale: the version is read before `make` runs. Concurrent
   * callers share one run; if it is refused (its caller's limit, say), the others run their own.
   */
  recall(key: string, now: number, make: () => Promise<ReadAnswer>): Promise<ReadAnswer>;
}

/** `version` changes with every row that changes. */
export function createAnswerCache(version: () => string, maxBytes = MAX_CACHED_BYTES): AnswerCache {
  const entries = new Map<string, CachedAnswer>();
  let total = 0;
  const forget = (key: string, entry: CachedAnswer) => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    total -= entry.bytes;
  };
  return {
    recall(key, now, make) {
      const current = version();
      const known = entries.get(key);
      if (known && known.version === current && known.until > now) return known.answer.catch(make);
      if (known) forget(key, known);
      const entry: CachedAnswer = {
        version: current,
        until: now + MAX_AGE_MS,
        bytes: key.length,
        answer: make(),
      };
      entries.set(key, entry);
      total += entry.bytes;
      entry.answer.then(
        ({ json }) => {
          if (entries.get(key) !== entry) return;
          entry.bytes += json.length;
          total += json.length;
          for (const [oldest, old] of entries) {
            if (total <= maxBytes) break;
            forget(oldest, old);
          }
        },
        () => forget(key, entry),
      );
      return entry.answer;
    },
  };
}
