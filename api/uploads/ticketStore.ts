// Single use: the ticket's nonce is claimed by a unique row in the transaction of the upload, or by itself when the
// file was refused for what it is: one proof of work buys one look.
import type { Kysely } from 'kysely';
import { TICKET_RETURN_SECONDS } from '../contract/pow.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import type { Ticket } from './ticket.ts';

const used = () => new ApiError('cap_token_used', 'This capToken has been used');

/** Throws `cap_token_used` when somebody was faster. */
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

/**
 * The way back to its account is open once, whether it was spent for an upload or not. `expires_at` outlasts the time in
 * which it is taken. Throws `cap_token_used`.
 */
export const spendReturn = (db: Db, ticket: Ticket): Promise<void> =>
  spendTicket(db, {
    ...ticket,
    nonce: `return ${ticket.nonce}`,
    expiresAt: ticket.expiresAt + TICKET_RETURN_SECONDS * 1000,
  });

/** The cheap early look, before anything is decoded; `spendTicket` decides. */
export async function refuseSpentTicket(db: Db, ticket: Ticket): Promise<void> {
  const row = await db
    .selectFrom('spent_tickets')
    .select('nonce')
    .where('nonce', '=', ticket.nonce)
    .executeTakeFirst();
  if (row) throw used();
}

/** Spends it without an upload; one that somebody else has spent meanwhile is as good. */
export async function forfeitTicket(db: Kysely<Schema>, ticket: Ticket): Promise<void> {
  await db
    .transaction()
    .execute((tx) => spendTicket(tx, ticket))
    .catch((error) => {
      if (!(error instanceof ApiError)) throw error;
    });
}
