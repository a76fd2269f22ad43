// One report as a whole: what was reported, what can still be decided, and the answer to an appeal.
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { AppealOutcome, ReportOutcome, ReportView } from '../../../api/contract/reports.ts';
import { formatDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import { answerAppealAtom, updateReportAtom } from './deeds.ts';
import styles from './dialogs.module.css';
import { reportDate } from './reportWords.ts';

const { reports: words } = adminMessages;

export interface ReportDialogProps {
  report: ReportView;
  onClose: () => void;
  onChanged: (report: ReportView) => void;
}

export function ReportDialog({ report, onClose, onChanged }: ReportDialogProps) {
  const update = useSetAtom(updateReportAtom);
  const answer = useSetAtom(answerAppealAtom);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isOpen = report.status !== 'resolved';
  const isAppealed = report.appeal !== null && report.appealOutcome === null;

  const run = async (name: string, send: () => Promise<{ data: ReportView | null; failed: string }>) => {
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
  const review = () =>
    run('review', async () => {
      const { data } = await update({ reportId: report.id, status: 'reviewed' });
      return { data, failed };
    });
  const resolve = (outcome: ReportOutcome) =>
    run(outcome, async () => {
      const decisionReason = text.trim();
      const { data } = await update({
        reportId: report.id,
        status: 'resolved',
        outcome,
        ...(decisionReason === '' ? {} : { decisionReason }),
      });
      return { data, failed };
    });
  const reply = (outcome: AppealOutcome) =>
    run(outcome, async () => {
      const { data, code } = await answer({ reportId: report.id, outcome, answer: text.trim() });
      return { data, failed: `${words.answerFailed} ${code === null ? '' : failureText(code)}` };
    });
  const field = (label: string, hint?: string) => (
    <TextArea
      label={label}
      {...(hint ? { hint } : {})}
      value={text}
      maxLength={REASON_MAX_LENGTH}
      count={{ length: text.length, max: REASON_MAX_LENGTH }}
      onChange={(event) => setText(event.target.value)}
    />
  );
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className={styles.form}>
        <dl ref={takeFocus} tabIndex={-1} className={styles.facts}>
          {factsOf(report).map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {isOpen && !report.isThere && <p>{words.isGone}</p>}
        {isOpen && report.isThere && field(words.decisionReason)}
        {isAppealed && field(words.answer, words.answerHint)}
        {failure !== null && (
          <Notice kind="bad">
            <Say text={failure} />
          </Notice>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>{messages.shell.close}</Button>
          {report.status === 'pending' && (
            <Button busy={busy === 'review'} onClick={() => void review()}>
              {words.review}
            </Button>
          )}
          {isOpen && report.isThere && (
            <>
              <Button kind="danger" busy={busy === 'removed'} onClick={() => void resolve('removed')}>
                {words.takeDown}
              </Button>
              <Button busy={busy === 'kept'} onClick={() => void resolve('kept')}>
                {words.keep}
              </Button>
            </>
          )}
          {isOpen && !report.isThere && (
            <Button busy={busy === 'removed'} onClick={() => void resolve('removed')}>
              {words.resolve}
            </Button>
          )}
          {isAppealed && (
            <>
              <Button
                busy={busy === 'declined'}
                disabled={text.trim() === ''}
                onClick={() => void reply('declined')}
              >
                {words.decline}
              </Button>
              <Button
                busy={busy === 'accepted'}
                disabled={text.trim() === ''}
                onClick={() => void reply('accepted')}
              >
                {words.accept}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** A dialog is read from its beginning; its first field is below what it is about. */
const takeFocus = (part: HTMLElement | null) => part?.setAttribute('autofocus', '');

function factsOf(report: ReportView): [string, string][] {
  const { facts } = words;
  const all: [string, string | null][] = [
    [words.type, words.types[report.type]],
    [facts.content, report.targetTitle],
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
