// SQL of the ways to another browser: one open phrase per account, kept as a keyed hash. Call inside a transaction.
import type { Db } from '../db/client.ts';

/** In place of the one before. */
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
