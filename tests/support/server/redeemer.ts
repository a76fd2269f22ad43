// A second process on a database: spends each ticket it receives 25 times at once and reports each
// result. `node --import tsx redeemer.ts FILE`; messages by IPC, the first one says that it is ready.
import { openDatabase } from '../../../api/db/client.ts';
import type { Ticket } from '../../../api/uploads/ticket.ts';
import { redemptions } from './redemptions.ts';

const { db } = await openDatabase(process.argv[2] ?? '');
process.on('message', async (ticket: Ticket) => process.send?.(await redemptions(db, ticket, 25)));
process.send?.('ready');
