// Everything a report says, with its name.
import type { ReportView } from '../../../api/contract/reports.ts';
import { formatDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { fill } from '../../lib/messages.ts';
import { reportDate } from './reportWords.ts';

const { reports: words } = adminMessages;

/** Nobody has decided what becomes of what was reported. */
export const isUndecided = ({ status }: ReportView): boolean => status !== 'resolved';
/** Somebody has answered to the decision and hears nothing yet. */
export const isAppealed = ({ appeal, appealOutcome }: ReportView): boolean =>
  appeal !== null && appealOutcome === null;

/** Name and value of each fact that there is. */
export function factsOf(report: ReportView): [string, string][] {
  const { facts } = words;
  const isSaidTwice = report.type === 'recording' && report.targetTitle === report.trackTitle;
  const all: [string, string | null][] = [
    [words.type, words.types[report.type]],
    [facts.content, isSaidTwice ? null : report.targetTitle],
    [facts.track, report.trackTitle],
    [facts.reported, report.reportedUsername],
    [facts.reporter, report.reporterUsername],
    [facts.category, report.category === null ? null : reportMessages.categories[report.category]],
    [facts.moment, report.atSeconds === null ? null : formatDuration(report.atSeconds)],
    [facts.reason, report.reason],
    [facts.created, reportDate(report.createdAt)],
    [words.status, words.statuses[report.status]],
    [
      fill(facts.reviewed, { who: report.reviewedBy ?? '' }),
      report.reviewedAt === null ? null : reportDate(report.reviewedAt),
    ],
    [facts.outcome, report.outcome === null ? null : words.outcomes[report.outcome]],
    [facts.told, report.decisionReason],
    [facts.appeal, report.appeal],
    [
      facts.answer,
      report.appealOutcome === null
        ? null
        : `${words.appealOutcomes[report.appealOutcome]}. ${report.appealAnswer}`,
    ],
  ];
  return all.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
