// SQL of sessions: found by the hash of their token, ended by idleness, age or revocation.
import type { Viewer } from '../action.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { hashToken, newToken } from './tokens.ts';

const DAY_MS = 24 * 3600 * 1000;
/** `last_seen_at` is written at most this often: a read should not cost an fsync. */
const SEEN_EVERY_MS = 3600 * 1000;

/** Starts a session and returns its token; the database keeps only the hash. */
export async function startSession(db: Db, accountId: string, now: number): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), account_id: accountId, created_at: now, last_seen_at: now })
    .execute();
  return token;
}

/** null when unknown, ended, too old, or the account is gone. */
export async function findViewer(
  { db, lookups, env }: Pick<Deps, 'db' | 'lookups' | 'env'>,
  token: string,
  now: number,
): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  const row = await lookups
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.username', 'accounts.role', 'sessions.last_seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.created_at', '>', now - env.sessionMaxDays * DAY_MS)
    .where('sessions.last_seen_at', '>', now - env.sessionIdleDays * DAY_MS)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (row.last_seen_at < now - SEEN_EVERY_MS) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
    await db.updateTable('accounts').set({ last_seen_at: now }).where('id', '=', row.id).execute();
  }
  return { accountId: row.id, username: row.username, role: row.role, tokenHash };
}

/** Also when it is too old to be used. */
export async function sessionExists(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends every session of an account, or every one but `except`. */
export async function endSessionsOf(db: Db, accountId: string, except = ''): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', except)
    .execute();
}
