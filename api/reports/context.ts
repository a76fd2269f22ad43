// What a moderator needs to know about a report: the record of the reporter, and why this moderator must leave it to others.

import { othersDecide } from '../accounts/ownCase.ts';
import { type ActionContext, signedIn } from '../action.ts';
import type { Involvement } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import type { ReportContext } from './present.ts';
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

/** For the moderator `accountId`. */
export async function reportContexts(
  db: Db,
  accountId: string,
  rows: readonly ReportRow[],
): Promise<(row: ReportRow) => ReportContext> {
  const records = await reporterRecords(db, [...new Set(rows.flatMap((row) => row.reporter_id ?? []))]);
  const involvementOf = await involvements(db, accountId);
  const isAlone = !(await othersDecide(db, accountId));
  return (row) => {
    const record = records.get(row.reporter_id ?? '');
    return {
      reporter: record ? { isGuest: row.reporter_role === 'guest', ...record } : null,
      barredAs: isAlone ? null : involvementOf(row),
      isOwner: row.reported_id === accountId,
    };
  };
}
