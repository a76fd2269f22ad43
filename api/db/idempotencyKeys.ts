// Answers of writes, stored for repeated requests. They are encrypted with a key derived from the client's key, which is not
// stored: a row reveals neither the request nor the answer, even after its texts were erased elsewhere.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { IDEMPOTENCY_KEY_COUNT, IDEMPOTENCY_KEY_MS } from '../contract/idempotency.ts';
import { ApiError } from '../errors.ts';
import type { Db } from './client.ts';
import { either } from './dialect.ts';
import { goesWithTheAccount, type PersonalPart } from './personal.ts';

/** Stored answers of an account: only the client's own key opens them, so an export contains none. */
export const personalIdempotencyKeys: PersonalPart<'idempotency_keys', never> = {
  ...goesWithTheAccount,
  columns: { idempotency_keys: ['account_id'] },
  missed: [],
  exportOf: async () => ({}),
  async dropDoubles(db, guest, account) {
    await sql`delete from idempotency_keys where account_id = ${guest} and key_hash in (
      select key_hash from idempotency_keys where account_id = ${account})`.execute(db);
  },
};

/** Larger answers are not stored, only the fact that the write was done. With 256 rows an account has 4 MB at most. */
const ANSWER_MAX_BYTES = 16 * 1024;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a repeated request must have in common with the first. */
export interface KeyedWrite {
  /** The client's UUID in small letters. */
  key: string;
  action: string;
  /** As the action's schema read it. */
  body: unknown;
}

const derive = (key: string, use: string) => createHmac('sha256', key).update(use).digest();
const keyHash = (key: string) => createHash('sha256').update(key).digest('hex');

/** Salted with the key, so that guesses of a body cannot be tested against a stored row. */
const fingerprintOf = ({ key, action, body }: KeyedWrite) =>
  createHmac('sha256', derive(key, 'fingerprint'))
    .update(`${action} ${JSON.stringify(body)}`)
    .digest('hex');

function seal(key: string, answer: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derive(key, 'seal'), iv);
  return Buffer.concat([iv, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function open(key: string, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', derive(key, 'seal'), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/**
 * The answer this write of the account received; null when it was not done, or more than a day ago. Throws
 * `idempotency_key_reused` when the key belongs to another write.
 */
export async function recallAnswer(
  db: Db,
  accountId: string,
  write: KeyedWrite,
  now: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'sealed_answer'])
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash(write.key))
    .where('created_at', '>', now - IDEMPOTENCY_KEY_MS)
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint !== fingerprintOf(write)) {
    throw new ApiError('idempotency_key_reused', 'This Idempotency-Key belongs to another write');
  }
  if (row.sealed_answer === null) {
    throw new ApiError('conflict', 'This has been done; its answer was too large to store');
  }
  return open(write.key, row.sealed_answer);
}

/** Call in the transaction of the action. Nothing is stored for an account that the action has erased. */
export async function keepAnswer(
  db: Db,
  accountId: string,
  write: KeyedWrite,
  answer: string,
  now: number,
): Promise<void> {
  const sealed = Buffer.byteLength(answer) > ANSWER_MAX_BYTES ? null : seal(write.key, answer);
  // One of the same key is older than a day.
  const row = sql`select id, ${keyHash(write.key)}, ${fingerprintOf(write)}, ${sealed}, ${now}
    from accounts where id = ${accountId}`;
  await either({
    sqlite: sql`insert or replace into idempotency_keys(account_id, key_hash, fingerprint, sealed_answer, created_at)
      ${row}`,
    postgres: sql`insert into idempotency_keys(account_id, key_hash, fingerprint, sealed_answer, created_at)
      ${row} on conflict (account_id, key_hash) do update set fingerprint = excluded.fingerprint,
        sealed_answer = excluded.sealed_answer, created_at = excluded.created_at`,
  }).execute(db);
  await either({
    sqlite: sql`delete from idempotency_keys where rowid in (
      select rowid from idempotency_keys where account_id = ${accountId}
      order by created_at desc, rowid desc limit -1 offset ${IDEMPOTENCY_KEY_COUNT})`,
    postgres: sql`delete from idempotency_keys where account_id = ${accountId} and key_hash in (
      select key_hash from idempotency_keys where account_id = ${accountId}
      order by created_at desc, (key_hash = ${keyHash(write.key)}) desc, key_hash
      offset ${IDEMPOTENCY_KEY_COUNT})`,
  }).execute(db);
}
