// Writes reports. Call inside the transaction of the action.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type AppealOutcome,
  type DecidedType,
  GRAVITIES,
  gravityOf,
  type ReportCategory,
  type ReportOutcome,
  type ReportStatus,
} from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { noteErased } from '../db/ledger.ts';
import type { PersonalPart } from '../db/personal.ts';
import { closeReports } from './closingStore.ts';
import { exportedReport, presentDecision } from './present.ts';
import { decisionsAbout, reportsBy, URGENT } from './queries.ts';

/** The current state of the reported content. */
export interface Reported {
  targetId: string;
  trackId: string;
  /** Its owner. */
  reportedId: string;
  words: string;
  /** Empty for a comment. */
  trackTitle: string;
}

interface NewReport extends Reported {
  type: DecidedType;
  /** Null for a decision without a report. */
  reporterId: string | null;
  category: ReportCategory | null;
  /** Hides the recording while it is undecided. */
  hides?: boolean;
  /** Whole seconds. */
  atSeconds: number | null;
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
      reported_id: report.reportedId,
      category: report.category,
      gravity: GRAVITIES.indexOf(gravityOf(report.category)),
      hides: report.hides ? 1 : 0,
      at_seconds: report.atSeconds,
      reason: report.reason,
      words: report.words,
      track_title: report.trackTitle,
      status: 'pending',
      created_at: now,
      reviewed_by: null,
      reviewed_at: null,
      outcome: null,
      appeal: null,
      appealed_at: null,
    })
    .execute();
  return id;
}

/** The report hides the recording while it is undecided. */
export async function letHide(db: Db, id: string): Promise<void> {
  await db.updateTable('reports').set({ hides: 1 }).where('id', '=', id).execute();
}

/** Stores a moderator's removal without a report, or an appealed rejection, as a resolved report, so that the owner can read the decision and appeal. Returns its id. */
export async function insertTakedown(
  db: Db,
  takedown: Reported &
    Pick<ReportDecision, 'ruleId' | 'decisionReason'> & {
      type: DecidedType;
      atSeconds?: number | null;
      decidedBy: string;
      appealUntil: number;
    },
  now: number,
): Promise<string> {
  const { decidedBy, ruleId, atSeconds = null, decisionReason, appealUntil, ...reported } = takedown;
  const id = await insertReport(
    db,
    { ...reported, reporterId: null, category: null, atSeconds: null, reason: decisionReason },
    now,
  );
  await reviewReport(
    db,
    id,
    {
      status: 'resolved',
      decidedBy,
      outcome: 'removed',
      ruleId,
      decisionReason,
      atSeconds,
      ownerNotified: true,
      appealUntil,
    },
    now,
  );
  return id;
}

export interface ReportDecision {
  status: ReportStatus;
  decidedBy: string | null;
  outcome: ReportOutcome | null;
  /** Of a removal. */
  ruleId: string | null;
  decisionReason: string;
  /** The moment that the decision names, in whole seconds. */
  atSeconds: number | null;
  /** This report notifies the owner. */
  ownerNotified: boolean;
  /** Last moment of the owner's appeal (ms); null without one. */
  appealUntil: number | null;
}

export async function reviewReport(
  db: Db,
  id: string,
  {
    status,
    decidedBy,
    outcome,
    ruleId,
    decisionReason,
    atSeconds,
    ownerNotified,
    appealUntil,
  }: ReportDecision,
  now: number,
): Promise<void> {
  await db
    .updateTable('reports')
    .set({
      status,
      reviewed_by: decidedBy,
      reviewed_at: now,
      outcome,
      rule_id: ruleId,
      decision_reason: decisionReason,
      decision_at_seconds: atSeconds,
      owner_notified: ownerNotified ? 1 : 0,
      appeal_until: appealUntil,
    })
    .where('id', '=', id)
    .execute();
}

export async function noteAppeal(db: Db, id: string, appeal: string, now: number): Promise<void> {
  await db.updateTable('reports').set({ appeal, appealed_at: now }).where('id', '=', id).execute();
}

export async function noteAppealAnswer(
  db: Db,
  id: string,
  { outcome, answer }: { outcome: AppealOutcome; answer: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('reports')
    .set({ appeal_outcome: outcome, appeal_answer: answer, appeal_answered_at: now })
    .where('id', '=', id)
    .execute();
}

/** Notes it in the ledger for restores. */
export async function removeReport(db: Db, id: string, now: number): Promise<void> {
  await forgetReport(db, id);
  await noteErased(db, 'report', [id], now);
}

/** Without a note: for who repeats a removal that is noted already. */
export async function forgetReport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('reports').where('id', '=', id).execute();
}

/** On a restored database without the appeal: marks it as used, without its text. */
export async function repeatAppealAnswer(
  db: Db,
  id: string,
  answer: { outcome: AppealOutcome; answer: string },
  now: number,
): Promise<void> {
  await sql`update reports set appeal = coalesce(appeal, ''), appealed_at = coalesce(appealed_at, ${now})
    where id = ${id}`.execute(db);
  await noteAppealAnswer(db, id, answer, now);
}

/** Removes an account's texts from reports; the reports stay. */
async function forgetReportedWords(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('reports')
    .set({
      reported_id: null,
      words: '',
      track_title: '',
      decision_reason: '',
      appeal: null,
      appealed_at: null,
      appeal_outcome: null,
      appeal_answer: '',
      appeal_answered_at: null,
    })
    .where('reported_id', '=', accountId)
    .execute();
}

/**
 * Of an account's reports those stay, without account and text, that hide a recording, are urgent or are decided: a decision
 * belongs to the owner of the content, who can appeal it, and a dismissed reason hides no more.
 */
async function keepNeededReports(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('reports')
    .set({ reporter_id: null, reason: '' })
    .where('reporter_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('hides', '=', 1), eb('gravity', '=', URGENT), eb('status', '=', sql.lit('resolved'))]),
    )
    .execute();
}

/** Before merging a guest: keeps one open report per target. */
async function dropDoubleReports(db: Db, guest: string, account: string): Promise<void> {
  await sql`update reports set hides = 1 where reporter_id = ${account} and status = 'pending' and exists (
    select 1 from reports as other where other.reporter_id = ${guest} and other.status = 'pending' and other.hides = 1
      and other.type = reports.type and other.target_id = reports.target_id and other.gravity = reports.gravity)`.execute(
    db,
  );
  await sql`delete from reports where reporter_id = ${guest} and status = 'pending' and exists (
    select 1 from reports as other where other.reporter_id = ${account} and other.status = 'pending'
      and other.type = reports.type and other.target_id = reports.target_id and other.gravity = reports.gravity)`.execute(
    db,
  );
}

export const personalReports: PersonalPart<'reports', 'reports' | 'decisions'> = {
  columns: { reports: ['reporter_id', 'reported_id'] },
  missed: [],
  exportOf: async (db, id) => ({
    reports: (await reportsBy(db, id)).map(exportedReport),
    decisions: (await decisionsAbout(db, id)).map(presentDecision),
  }),
  async eraseOf(db, id, now) {
    await closeReports(db, { accountId: id }, 'accountDeleted', now);
    await keepNeededReports(db, id);
    await forgetReportedWords(db, id);
    return [];
  },
  dropDoubles: dropDoubleReports,
};
