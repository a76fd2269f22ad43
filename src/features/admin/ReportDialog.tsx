// One report as a whole: what was reported, the way to hear it, and what the moderator says to whom it belongs.
import { Link } from 'react-router-dom';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { ReportView } from '../../../api/contract/reports.ts';
import { formatDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import { writeMoment } from '../../lib/moments.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import styles from './dialogs.module.css';
import { ReportDecisions } from './ReportDecisions.tsx';
import { factsOf, isAppealed, isUndecided } from './reportFacts.ts';
import { useReportDecision } from './useReportDecision.ts';

const { reports: words } = adminMessages;
/** A fact of more letters has a line of its own. */
const SHORT = 20;

export interface ReportDialogProps {
  report: ReportView;
  onClose: () => void;
  onChanged: (report: ReportView) => void;
}

export function ReportDialog({ report, onClose, onChanged }: ReportDialogProps) {
  const decision = useReportDecision(report, onChanged);
  const { text, setText } = decision;
  const isOpen = isUndecided(report);
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
      actions={<ReportDecisions report={report} decision={decision} onClose={onClose} />}
    >
      <div className={styles.form}>
        <dl ref={takeFocus} tabIndex={-1} className={styles.facts}>
          {factsOf(report).map(([name, value]) => (
            <div key={name} className={value.length > SHORT ? styles.longFact : undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {report.isThere && <Listen report={report} />}
        {isOpen && !report.isThere && <p>{words.isGone}</p>}
        {isOpen && report.isThere && field(words.decisionReason)}
        {isAppealed(report) && field(words.answer, words.answerHint)}
        <OfflineNote />
      </div>
    </Dialog>
  );
}

/** Straight to the moment that somebody has named. */
function Listen({ report: { trackId, atSeconds } }: { report: ReportView }) {
  const page = paths.player(trackId);
  return (
    <Link
      to={atSeconds === null ? page : `${page}?t=${writeMoment(atSeconds)}`}
      className={buttonClass('quiet')}
    >
      <Icon name="play" size={18} />
      {atSeconds === null ? words.listen : fill(words.listenAt, { at: formatDuration(atSeconds) })}
    </Link>
  );
}

/** A dialog is read from its beginning; its first field is below what it is about. */
const takeFocus = (part: HTMLElement | null) => part?.setAttribute('autofocus', '');
