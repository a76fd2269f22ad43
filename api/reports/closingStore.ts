// Closes reports whose content is gone without a decision. Call inside the transaction that deletes the content.
import type { ClosingCause } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import { notify } from '../notifications/notify.ts';
import { type Gone, openReportsAbout } from './queries.ts';

/** Urgent reports stay open: a moderator decides what follows from them. */
export async function closeReports(db: Db, gone: Gone, because: ClosingCause, now: number): Promise<void> {
  for (const { id, reporter_id: accountId } of await openReportsAbout(db, gone)) {
    await closeReport(db, id, because, now);
    await noteDecision(db, 'reportClosed', id, { because }, now);
    if (accountId !== null) await notify(db, { accountId, type: 'report_closed', actorId: null }, now);
  }
}

/** Without a note in the ledger, for replaying it. */
export async function closeReport(db: Db, id: string, because: ClosingCause, now: number): Promise<void> {
  await db
    .updateTable('reports')
    .set({ status: 'resolved', closed_because: because, reviewed_at: now })
    .where('id', '=', id)
    .execute();
}
