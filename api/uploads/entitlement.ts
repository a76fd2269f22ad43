// What entitles to one upload, and so to one look at one file: a ticket, or a transfer that a ticket has opened.
import { powClass } from '../contract/pow.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { ReceivedFile } from './receive.ts';
import type { Ticket } from './ticket.ts';
import { forfeitTicket, refuseSpentTicket, spendTicket } from './ticketStore.ts';

export interface Entitlement {
  accountId: string;
  /** Names it among all others. */
  name: string;
  /** The transfer whose announced bytes these are. */
  transfer: string | null;
  /** The cheap early look, before anything is decoded. */
  refuseUsed(db: Db): Promise<void>;
  /** Call in the upload's transaction; throws when somebody was faster. */
  use(db: Db): Promise<void>;
  /** Ends it without an upload, once its file has been looked at. */
  forfeit(): Promise<void>;
}

/** A ticket is for these bytes only, and was paid for their size. */
export function byTicket(
  { db }: Pick<Deps, 'db'>,
  ticket: Ticket,
  file: Pick<ReceivedFile, 'sha256' | 'size'>,
): Entitlement {
  if (file.sha256 !== ticket.sha256) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for another file');
  }
  if (powClass(file.size).difficulty > ticket.difficulty) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for a smaller file');
  }
  return {
    accountId: ticket.accountId,
    name: `ticket ${ticket.nonce}`,
    transfer: null,
    refuseUsed: (tx) => refuseSpentTicket(tx, ticket),
    use: (tx) => spendTicket(tx, ticket),
    forfeit: () => forfeitTicket(db, ticket),
  };
}
