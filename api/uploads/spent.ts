// Single use: the ticket's nonce is claimed by a unique row in the transaction of the upload.
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
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

/** The cheap early look, before anything is decoded; `spendTicket` decides. */
export async function refuseSpentTicket(db: Db, ticket: Ticket): Promise<void> {
  const row = await db
    .selectFrom('spent_tickets')
    .select('nonce')
    .where('nonce', '=', ticket.nonce)
    .executeTakeFirst();
  if (row) throw used();
}
