// Writing reports. Call inside the transaction of the deed.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ReportType } from '../contract/reports.ts';
import type { Db } from '../db/client.ts';
import { noteErased } from '../db/ledger.ts';
import type { ReportRow } from './queries.ts';

export interface NewReport {
  type: ReportType;
  targetId: string;
  trackId: string;
  reporterId: string;
  reason: string;
}

/** Returns its id. */
export async function insertReport(db: Db, report: NewReport, now: number): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('reports')
    .values({
      id,
      type: report.type,
      target_id: report.targetId,
      track_id: report.trackId,
      reporter_id: report.reporterId,
      reason: report.reason,
      status: 'pending',
      created_at: now,
      reviewed_by: null,
      reviewed_at: null,
    })
    .execute();
  return id;
}

export async function reviewReport(
  db: Db,
  id: string,
  { status, decidedBy }: { status: ReportRow['status']; decidedBy: string | null },
  now: number,
): Promise<void> {
  await db
    .updateTable('reports')
    .set({ status, reviewed_by: decidedBy, reviewed_at: now })
    .where('id', '=', id)
    .execute();
}

/** It stays gone when an older backup is restored. */
export async function removeReport(db: Db, id: string, now: number): Promise<void> {
  await forgetReport(db, id);
  await noteErased(db, 'report', [id], now);
}

/** Without a note: for who repeats a removal that is noted already. */
export async function forgetReport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('reports').where('id', '=', id).execute();
}

/** Of two people who become one: of one thing one open report. */
export async function dropDoubleReports(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from reports where reporter_id = ${guest} and status = 'pending' and exists (
    select 1 from reports as other where other.reporter_id = ${account} and other.status = 'pending'
      and other.type = reports.type and other.target_id = reports.target_id)`.execute(db);
}
