// One report as a whole: what was reported, what can still be decided, and the answer to an appeal.
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { ReportView } from '../../../api/contract/reports.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { Say } from '../../ui/Say.tsx';
import styles from './dialogs.module.css';
import { factsOf } from './reportFacts.ts';
import { useReportDecision } from './useReportDecision.ts';

const { reports: words } = adminMessages;

export interface ReportDialogProps {
  report: ReportView;
  onClose: () => void;
  onChanged: (report: ReportView) => void;
}

export function ReportDialog({ report, onClose, onChanged }: ReportDialogProps) {
  const { text, setText, busy, failure, review, resolve, reply } = useReportDecision(report, onChanged);
  const isOpen = report.status !== 'resolved';
  const isAppealed = report.appeal !== null && report.appealOutcome === null;
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
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{messages.shell.close}</Button>}
    >
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
        <OfflineNote />
        <div className={styles.decisions}>
          {report.status === 'pending' && (
            <Button needsServer busy={busy === 'review'} onClick={() => void review()}>
              {words.review}
            </Button>
          )}
          {isOpen && report.isThere && (
            <>
              <Button
                kind="danger"
                needsServer
                busy={busy === 'removed'}
                onClick={() => void resolve('removed')}
              >
                {words.takeDown}
              </Button>
              <Button needsServer busy={busy === 'kept'} onClick={() => void resolve('kept')}>
                {words.keep}
              </Button>
            </>
          )}
          {isOpen && !report.isThere && (
            <Button needsServer busy={busy === 'removed'} onClick={() => void resolve('removed')}>
              {words.resolve}
            </Button>
          )}
          {isAppealed && (
            <>
              <Button
                needsServer
                busy={busy === 'declined'}
                disabled={text.trim() === ''}
                onClick={() => void reply('declined')}
              >
                {words.decline}
              </Button>
              <Button
                needsServer
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
