// `Idempotency-Key`: which actions take one, its syntax, and running one try at a time.
import type { Context } from 'koa';
import type { ActionContext } from '../action.ts';
import type { Call } from '../contract/call.ts';
import { IDEMPOTENCY_HEADER } from '../contract/idempotency.ts';
import type { Db } from '../db/client.ts';
import { type KeyedWrite, keepAnswer, recallAnswer } from '../db/idempotencyKeys.ts';
import { ApiError } from '../errors.ts';
import { answerText } from './answers.ts';

/** A bare UUID, or one in quotes: the draft's structured string (RFC 9651). */
const KEY = /^("?)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\1$/i;

/**
 * Writes in one transaction, which also stores the answer. Not those that check or create a secret, or start or end a
 * session: their answers must not be repeated. Other actions ignore the header.
 */
export const takesKey = (action: Call): boolean =>
  action.method === 'POST' &&
  action.transaction === 'one' &&
  action.rate !== 'auth' &&
  !action.freshPassword &&
  !action.endsSession;

/** The key in lower case, or null without the header. Throws `idempotency_key_invalid`. */
export function readKey(ctx: Context): string | null {
  const sent = ctx.get(IDEMPOTENCY_HEADER);
  if (sent === '') return null;
  const key = KEY.exec(sent)?.[2];
  if (!key) throw new ApiError('idempotency_key_invalid', `${IDEMPOTENCY_HEADER} must be a UUID`);
  return key.toLowerCase();
}

/** The stored answer of a write, for its repeat. */
export class StoredAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Runs the write, or returns its stored answer. Call it inside the write's transaction, so that both commit together. */
export async function onceInTransaction(
  db: Db,
  { viewer, now }: Pick<ActionContext, 'viewer' | 'now'>,
  write: KeyedWrite,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!viewer) return run();
  const known = await recallAnswer(db, viewer.accountId, write, now);
  if (known !== null) return new StoredAnswer(known);
  const result = await run();
  await keepAnswer(db, viewer.accountId, write, answerText(result), now);
  return result;
}

/** Refuses a key while a write of the same caller with that key runs in this process. */
export function createKeysInFlight(): <T>(caller: string, key: string, work: () => Promise<T>) => Promise<T> {
  const inFlight = new Set<string>();
  return async (caller, key, work) => {
    const name = `${caller} ${key}`;
    if (inFlight.has(name)) {
      throw new ApiError('idempotency_key_in_flight', 'This write is under way', {
        headers: { 'Retry-After': '1' },
      });
    }
    inFlight.add(name);
    try {
      return await work();
    } finally {
      inFlight.delete(name);
    }
  };
}
