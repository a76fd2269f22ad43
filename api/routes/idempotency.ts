// `Idempotency-Key` at the dispatcher: which actions take one, its syntax, and that one try runs at a time.
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
 * Writes in one transaction, in which the answer is stored too. None that proves or makes a secret, starts or ends a
 * session: their answers are for one moment and one caller. Elsewhere the header is ignored.
 */
export const takesKey = (action: Call): boolean =>
  action.method === 'POST' &&
  action.transaction === 'one' &&
  action.rate !== 'auth' &&
  action.freshPassword !== true &&
  !action.endsSession;

/** The key in small letters, or null without the header. Throws `idempotency_key_invalid`. */
export function readKey(ctx: Context): string | null {
  const sent = ctx.get(IDEMPOTENCY_HEADER);
  if (sent === '') return null;
  const key = KEY.exec(sent)?.[2];
  if (!key) throw new ApiError('idempotency_key_invalid', `${IDEMPOTENCY_HEADER} must be a UUID`);
  return key.toLowerCase();
}

/** What is sent for the repeat of a write: the answer of the first. */
export class StoredAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Runs the write, or answers what it was answered before. Call in its transaction, with the account it belongs to: what
 * is undone leaves no answer behind, and what is answered has been done.
 */
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

/** Keys under way, by who sent them: one process serves the database, so this knows all of them. */
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
