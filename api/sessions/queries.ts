// Sessions, stored by the hash of their token, and phrases that move an account to another browser.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import { exportedSession } from './present.ts';
import { hashToken, newToken } from './tokens.ts';

/** Starts a session and returns its token. Only the hash is stored. */
export async function startSession(db: Db, accountId: string, now: number, browser = ''): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
      browser,
    })
    .execute();
  return token;
}

export async function noteSessionSeen(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Includes expired sessions. */
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

/** Ends all sessions of an account except `except`, and remembers it for their browsers. */
export async function endSessionsOf(db: Db, accountId: string, except = ''): Promise<void> {
  await sql`insert into ended_sessions(token_hash)
    select token_hash from sessions where account_id = ${accountId} and token_hash <> ${except}
    on conflict do nothing`.execute(db);
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', except)
    .execute();
}

export const sessionsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'browser'])
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();

/** Ends a session from another device, and remembers it for its browser. */
export async function endSessionOf(db: Db, tokenHash: string): Promise<void> {
  await sql`insert into ended_sessions(token_hash) values (${tokenHash}) on conflict do nothing`.execute(db);
  await endSession(db, tokenHash);
}

/** Whether it was ended from another device. */
export async function wasEndedElsewhere(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('ended_sessions')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the account's previous move. */
export async function openMove(
  db: Db,
  move: { accountId: string; phraseKey: string; expiresAt: number },
  now: number,
): Promise<void> {
  await closeMove(db, move.accountId);
  await db
    .insertInto('moves')
    .values({
      account_id: move.accountId,
      phrase_key: move.phraseKey,
      created_at: now,
      expires_at: move.expiresAt,
    })
    .execute();
}

export async function closeMove(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('moves').where('account_id', '=', accountId).execute();
}

/** Until when the account's phrase is good; null when there is none. */
export async function openMoveOf(db: Db, accountId: string, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('moves')
    .select('expires_at')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** The account a phrase belongs to; null when it is wrong, used or too old. */
export async function movedAccount(db: Db, phraseKey: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('moves')
    .select('account_id')
    .where('phrase_key', '=', phraseKey)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export const personalSessions: PersonalPart<'sessions' | 'moves', 'sessions'> = {
  ...goesWithTheAccount,
  columns: { sessions: [], moves: [] },
  missed: [],
  exportOf: async (db, id) => ({ sessions: (await sessionsOf(db, id)).map(exportedSession) }),
};
