// What can be done about one report while its dialog is open: one thing at a time, each with why it failed.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { AppealOutcome, ReportOutcome } from '../../../api/contract/reportCategories.ts';
import type { ReportView } from '../../../api/contract/reports.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText } from '../../lib/messages.ts';
import { answerAppealAtom, updateReportAtom } from './deeds.ts';

export interface ReportDecision {
  /** What the moderator writes to the person. */
  text: string;
  setText: (text: string) => void;
  /** Which button is at work. */
  busy: 'review' | ReportOutcome | AppealOutcome | null;
  failure: string | null;
  review: () => Promise<void>;
  resolve: (outcome: ReportOutcome) => Promise<void>;
  reply: (outcome: AppealOutcome) => Promise<void>;
}

export function useReportDecision(
  report: ReportView,
  onChanged: (report: ReportView) => void,
): ReportDecision {
  const update = useSetAtom(updateReportAtom);
  const answer = useSetAtom(answerAppealAtom);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<ReportDecision['busy']>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (
    name: ReportDecision['busy'],
    send: () => Promise<{ data: ReportView | null; failed: string }>,
  ) => {
    if (busy !== null) return;
    setBusy(name);
    setFailure(null);
    const { data, failed } = await send();
    setBusy(null);
    if (data === null) return setFailure(failed);
    setText('');
    onChanged(data);
  };
  const failed = moderationMessages.admin.reportUpdateFailed;
  return {
    text,
    setText,
    busy,
    failure,
    review: () =>
      run('review', async () => {
        const { data } = await update({ reportId: report.id, status: 'reviewed' });
        return { data, failed };
      }),
    resolve: (outcome) =>
      run(outcome, async () => {
        const decisionReason = text.trim();
        const { data } = await update({
          reportId: report.id,
          status: 'resolved',
          outcome,
          ...(decisionReason === '' ? {} : { decisionReason }),
        });
        return { data, failed };
      }),
    reply: (outcome) =>
      run(outcome, async () => {
        const { data, code } = await answer({ reportId: report.id, outcome, answer: text.trim() });
        const words = adminMessages.reports.answerFailed;
        return { data, failed: `${words} ${code === null ? '' : failureText(code)}` };
      }),
  };
}
