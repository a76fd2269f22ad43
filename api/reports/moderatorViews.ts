// Reports as a moderator sees them: with the record of the reporter, and why this moderator must leave one to others.
import { type ActionContext, signedIn } from '../action.ts';
import type { Involvement } from '../contract/reportCategories.ts';
import type { ReportView } from '../contract/reports.ts';
import type { Db } from '../db/client.ts';
import { othersDecide } from '../moderation/ownCase.ts';
import { presentReport } from './present.ts';
import { type ReportRow, reporterRecords, targetsReportedBy } from './queries.ts';
import { involvementIn } from './rules.ts';

const targetOf = (row: { type: string; target_id: string }) => `${row.type} ${row.target_id}`;

async function involvements(db: Db, accountId: string): Promise<(row: ReportRow) => Involvement | null> {
  const own = new Set((await targetsReportedBy(db, accountId)).map(targetOf));
  return (row) => involvementIn(row, accountId, own.has(targetOf(row)));
}

/** The caller's own part in the case of a report. */
export async function callersPart(context: ActionContext, report: ReportRow): Promise<Involvement | null> {
  return (await involvements(context.db, signedIn(context).accountId))(report);
}

export async function moderatorViews(
  db: Db,
  accountId: string,
  rows: readonly ReportRow[],
): Promise<ReportView[]> {
  const records = await reporterRecords(db, [...new Set(rows.map((row) => row.reporter_id))]);
  const involvementOf = await involvements(db, accountId);
  const isAlone = !(await othersDecide(db, accountId));
  return rows.map((row) => {
    // A removal without a report is stored as one by its moderator.
    const isReport = row.reporter_id !== row.reviewed_by;
    const record = isReport ? records.get(row.reporter_id) : undefined;
    return presentReport(row, {
      reporter: record ? { isGuest: row.reporter_role === 'guest', ...record } : null,
      barredAs: isAlone ? null : involvementOf(row),
      isOwner: row.reported_id === accountId,
    });
  });
}
