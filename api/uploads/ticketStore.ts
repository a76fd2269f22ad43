// Tickets work once: a unique row claims the nonce, in the upload's transaction or after a failed inspection. Each proof of
// work allows one inspection of one file.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { TICKET_RETURN_SECONDS } from '../contract/pow.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError, notFound } from '../errors.ts';
import type { Ticket } from './ticket.ts';

const used = () => new ApiError('cap_token_used', 'This capToken has been used');

/** Throws `cap_token_used` if it was spent before. */
export async function spendTicket(db: Db, ticket: Ticket): Promise<void> {
  try {
    await db
      .insertInto('spent_tickets')
      .values({ nonce: ticket.nonce, expires_at: ticket.expiresAt })
      .execute();
  } catch (error) {
    throw databaseFault(error) === 'duplicate' ? used() : error;
  }
}

/** A ticket restores its guest session once, spent or not. `expires_at` outlasts that period. Throws `cap_token_used`. */
export const spendReturn = (db: Db, ticket: Ticket): Promise<void> =>
  spendTicket(db, {
    ...ticket,
    nonce: `return ${ticket.nonce}`,
    expiresAt: ticket.expiresAt + TICKET_RETURN_SECONDS * 1000,
  });

/** A cheap early check; `spendTicket` decides. */
export async function refuseSpentTicket(db: Db, ticket: Ticket): Promise<void> {
  const row = await db
    .selectFrom('spent_tickets')
    .select('nonce')
    .where('nonce', '=', ticket.nonce)
    .executeTakeFirst();
  if (row) throw used();
}

/** Spends it without an upload. No error if it was spent meanwhile. */
export async function forfeitTicket(db: Kysely<Schema>, ticket: Ticket): Promise<void> {
  await db
    .transaction()
    .execute((tx) => spendTicket(tx, ticket))
    .catch((error) => {
      if (!(error instanceof ApiError)) throw error;
    });
}

const DAY_MS = 24 * 3600 * 1000;

/** Hashed, because it may outlast the account. */
const endedKey = (accountId: string, uploadKey: string) =>
  `ended ${createHash('sha256').update(`${accountId} ${uploadKey}`).digest('hex')}`;

/**
 * The upload of this key is deleted: a device that missed its answer does not send it again, for as long as a decided upload
 * would answer.
 */
export async function endUploadKey(
  db: Db,
  { account_id: accountId, upload_key: uploadKey }: { account_id: string; upload_key: string | null },
  now: number,
): Promise<void> {
  if (uploadKey === null) return;
  const expires_at = now + RETENTION.decidedUploadsDays * DAY_MS;
  await db
    .insertInto('spent_tickets')
    .values({ nonce: endedKey(accountId, uploadKey), expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Throws `not_found` if the upload of this key was deleted. */
export async function refuseEndedKey(db: Db, accountId: string, uploadKey: string): Promise<void> {
  const row = await db
    .selectFrom('spent_tickets')
    .select('nonce')
    .where('nonce', '=', endedKey(accountId, uploadKey))
    .executeTakeFirst();
  if (row) throw notFound('The upload of this key');
}
