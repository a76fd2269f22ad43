// A second process on a database: spends each ticket it is sent 25 times at once and answers with what became of
// each try. `node --import tsx redeemer.ts FILE`; messages by IPC, the first one says that it is ready.
import { openDatabase } from '../../../api/db/client.ts';
import type { Ticket } from '../../../api/uploads/ticket.ts';
import { redemptions } from './redemptions.ts';

const { db } = await openDatabase(process.argv[2] ?? '');
process.on('message', async (ticket: Ticket) => process.send?.(await redemptions(db, ticket, 25)));
process.send?.('ready');
