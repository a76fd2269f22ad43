// Rules of decisions: a report's status only moves forward (pending → reviewed → resolved), and a removal names a rule.
import {
  type Involvement,
  REPORT_CATEGORIES,
  type ReportCategory,
  type ReportStatus,
  URGENT_CATEGORIES,
} from '../contract/reportCategories.ts';
import { OTHER_RULE } from '../contract/review.ts';
import type { Rule, RuleList } from '../contract/rules.ts';
import { ApiError } from '../errors.ts';

const NEXT: Record<ReportStatus, readonly ReportStatus[]> = {
  pending: ['reviewed', 'resolved'],
  reviewed: ['resolved'],
  resolved: [],
};

export const isUrgent = (category: string | null): boolean =>
  URGENT_CATEGORIES.some((urgent) => urgent === category);

/** The most urgent reason of some reports; null if none has one. */
export const gravestOf = (reports: readonly { category: string | null }[]): ReportCategory | null =>
  REPORT_CATEGORIES.find((each) => reports.some(({ category }) => category === each)) ?? null;

/** Unanswered appeal of the owner. */
export const isAppealed = (report: { appeal: string | null; appeal_outcome: string | null }): boolean =>
  report.appeal !== null && report.appeal_outcome === null;

interface Involved {
  reported_id: string | null;
  reviewed_by: string | null;
  appeal: string | null;
  appeal_outcome: string | null;
}

/** Why an account leaves the report to others. `hasReported`: it reported the same content. */
export function involvementIn(report: Involved, accountId: string, hasReported: boolean): Involvement | null {
  if (report.reported_id === accountId) return 'owner';
  if (isAppealed(report) && report.reviewed_by === accountId) return 'decider';
  return hasReported ? 'reporter' : null;
}

export const mayBecome = (from: ReportStatus, to: ReportStatus) => NEXT[from].includes(to);

const DAY_MS = 24 * 3600 * 1000;

/** The last moment of an appeal against a decision made at `now`; the recording is then erased. */
export const appealEnd = ({ appealDays }: { appealDays: number }, now: number): number =>
  now + appealDays * DAY_MS;

/** A moment as stored. */
export const wholeSeconds = (atSeconds: number | undefined): number | null =>
  atSeconds === undefined ? null : Math.floor(atSeconds);

/** Throws `rule_required` for a missing or unknown one. */
export function requireRule(
  { deps }: { deps: { env: { rules: RuleList } } },
  ruleId: string | undefined,
): Rule {
  const rule = deps.env.rules.rules.find(({ id }) => id === ruleId);
  if (!rule) throw new ApiError('rule_required', 'ruleId must be the id of a rule of getRules');
  return rule;
}

/** For calls that older clients send without a rule. Throws `rule_required` for an unknown one. */
export const ruleOrOther = (
  context: { deps: { env: { rules: RuleList } } },
  ruleId: string | undefined,
): Rule => requireRule(context, ruleId ?? OTHER_RULE);

/** What the notification says: the moderator's words, else the title of the rule. Empty under `OTHER_RULE`, whose title says nothing. */
export const noticeOf = (rule: Rule, reason: string): string =>
  reason.trim() || (rule.id === OTHER_RULE ? '' : rule.title);
