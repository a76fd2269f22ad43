// Presents reports to moderators, decisions to the owner of the content, and own reports in the data export.

import { GRAVITIES, type ReportCategory } from '../contract/reportCategories.ts';
import type { DecisionView, ReportView } from '../contract/reports.ts';
import type { FoundBy } from '../contract/review.ts';
import { instant } from '../db/instant.ts';
import { stringList } from '../db/json.ts';
import { audioUrl } from '../tracks/present.ts';
import type { DecisionRow, ReportRow, reportsBy } from './queries.ts';

/** What the report's row does not contain. */
export interface ReportContext {
  reporter: ReportView['reporter'];
  barredAs: ReportView['barredAs'];
  /** The viewer owns the content. */
  isOwner: boolean;
}

/** To a moderator: nothing that says who reported. */
export const presentReport = (
  row: ReportRow,
  { reporter, barredAs, isOwner }: ReportContext,
): ReportView => ({
  id: row.id,
  type: row.type,
  targetId: row.target_id,
  targetTitle: row.words,
  trackId: row.track_id,
  trackTitle: row.heard_title ?? row.track_title,
  isThere: row.is_there === 1,
  reportedId: row.reported_id,
  reportedUsername: row.reported_username,
  reporter,
  category: row.category as ReportCategory | null,
  gravity: GRAVITIES[row.gravity] ?? 'other',
  recording:
    row.heard_file === null
      ? null
      : {
          url: audioUrl(row.heard_file),
          duration: row.heard_duration ?? 0,
          cover: row.heard_cover ?? '',
          isHidden: row.heard_status !== 'active',
        },
  atSeconds: row.at_seconds,
  reason: isOwner ? '' : row.reason,
  status: row.status,
  createdAt: instant(row.created_at),
  reviewedBy: row.reviewed_by === null ? null : 'admin',
  reviewedAt: instant(row.reviewed_at),
  outcome: row.outcome,
  closedBecause: row.closed_because,
  ruleId: row.rule_id,
  decisionReason: row.decision_reason,
  appeal: row.appeal,
  appealedAt: instant(row.appealed_at),
  appealOutcome: row.appeal_outcome,
  appealAnswer: row.appeal_answer,
  appealAnsweredAt: instant(row.appeal_answered_at),
  barredAs,
});

/** `settled`: reports that the decision resolved. */
export const presentDecidedReport = (row: ReportRow, context: ReportContext, settled: number) => ({
  ...presentReport(row, context),
  settled,
});

/** A removal without a report has neither a reporter nor a category; an erased reporter of an urgent one leaves the category. */
function foundBy(row: DecisionRow): FoundBy {
  if (row.reporter_id !== null || row.category !== null) return 'report';
  return stringList(row.upload_flags ?? '[]').length > 0 ? 'automation' : 'moderator';
}

/** Contains nothing about the reporter, not even the text. */
export const presentDecision = (row: DecisionRow): DecisionView => ({
  id: row.id,
  type: row.type,
  words: row.words,
  trackTitle: row.track_title,
  category: row.category as ReportCategory | null,
  ruleId: row.rule_id,
  reason: row.decision_reason,
  atSeconds: row.decision_at_seconds,
  foundBy: foundBy(row),
  decidedAt: instant(row.reviewed_at ?? row.created_at),
  appealUntil: instant(row.appeal_until),
  appeal: row.appeal,
  appealOutcome: row.appeal_outcome,
  appealAnswer: row.appeal_answer,
  appealAnsweredAt: instant(row.appeal_answered_at),
});

export const exportedReport = (row: Awaited<ReturnType<typeof reportsBy>>[number]) => ({
  id: row.id,
  type: row.type,
  targetId: row.target_id,
  category: row.category,
  atSeconds: row.at_seconds,
  reason: row.reason,
  status: row.status,
  createdAt: instant(row.created_at),
});
