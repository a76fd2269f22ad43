// What can still be decided about one report, and the answer to an appeal: it stays in view however long the report is.
import type { ReportView } from '../../../api/contract/reports.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Say } from '../../ui/Say.tsx';
import styles from './dialogs.module.css';
import { isAppealed, isUndecided } from './reportFacts.ts';
import type { ReportDecision } from './useReportDecision.ts';

const { reports: words } = adminMessages;

export interface ReportDecisionsProps {
  report: ReportView;
  decision: ReportDecision;
  onClose: () => void;
}

export function ReportDecisions({ report, decision, onClose }: ReportDecisionsProps) {
  const { text, busy, failure, review, resolve, reply } = decision;
  const isOpen = isUndecided(report);
  const isSilent = text.trim() === '';
  return (
    <>
      <Button onClick={onClose}>{messages.shell.close}</Button>
      {report.status === 'pending' && (
        <Button needsServer busy={busy === 'review'} onClick={() => void review()}>
          {words.review}
        </Button>
      )}
      {isOpen && report.isThere && (
        <>
          <Button needsServer busy={busy === 'kept'} onClick={() => void resolve('kept')}>
            {words.keep}
          </Button>
          <Button kind="danger" needsServer busy={busy === 'removed'} onClick={() => void resolve('removed')}>
            {words.takeDown}
          </Button>
        </>
      )}
      {isOpen && !report.isThere && (
        <Button needsServer busy={busy === 'removed'} onClick={() => void resolve('removed')}>
          {words.resolve}
        </Button>
      )}
      {isAppealed(report) && (
        <>
          <Button
            needsServer
            busy={busy === 'declined'}
            disabled={isSilent}
            onClick={() => void reply('declined')}
          >
            {words.decline}
          </Button>
          <Button
            needsServer
            busy={busy === 'accepted'}
            disabled={isSilent}
            onClick={() => void reply('accepted')}
          >
            {words.accept}
          </Button>
        </>
      )}
      {failure !== null && (
        <div className={styles.failure}>
          <Notice kind="bad">
            <Say text={failure} />
          </Notice>
        </div>
      )}
    </>
  );
}
