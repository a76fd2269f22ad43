// Concurrent attempts to spend one ticket.
import type { Kysely } from 'kysely';
import type { Schema } from '../../../api/db/schema.ts';
import type { Ticket } from '../../../api/uploads/ticket.ts';
import { spendTicket } from '../../../api/uploads/ticketStore.ts';

/** The code of each try; null for an accepted one. */
export const redemptions = (db: Kysely<Schema>, ticket: Ticket, count: number): Promise<(string | null)[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      db
        .transaction()
        .execute((tx) => spendTicket(tx, ticket))
        .then(
          () => null,
          (error: { code?: string }) => error.code ?? String(error),
        ),
    ),
  );
