// One report in full: the reported content, its player, and the moderator's message to its owner.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../api/contract/limits.ts';
import type { AppealOutcome, ReportOutcome } from '../../../api/contract/reportCategories.ts';
import type { ReportView } from '../../../api/contract/reports.ts';
import type { RulesView } from '../../../api/contract/rules.ts';
import { formatDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { keysOnAtom, TAKES_TEXT } from '../../state/moderatorKeys.ts';
import { rulesAtom } from '../../state/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { RuleChoice } from '../../ui/RuleChoice.tsx';
import { Say } from '../../ui/Say.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { answerAppealAtom, updateReportAtom } from './actions.ts';
import styles from './dialogs.module.css';
import { Hold } from './Hold.tsx';
import { OpenedItem } from './OpenedItem.tsx';
import { ReportPlayer } from './ReportPlayer.tsx';
import { decisionOutcomeAtom, type Removal } from './removals.ts';
import { reportDate, reporterText } from './reportWords.ts';
import { useIsWide } from './useIsWide.ts';

const { reports: words } = adminMessages;
/** A longer value takes a line of its own. */
const SHORT = 12;

interface ReportDialogProps {
  report: ReportView;
  isAdmin: boolean;
  onClose: () => void;
  /** Opens the next report of the list, or the previous one. */
  onMove: (by: 1 | -1) => void;
  onChanged: (report: ReportView) => void;
  /** Takes the content down, unless it is undone. */
  onRemove: (removal: Removal) => void;
}

export function ReportDialog({ report, isAdmin, onClose, onMove, onChanged, onRemove }: ReportDialogProps) {
  const decision = useReportDecision(report, { onClose, onChanged, onRemove });
  const { text, setText, rules, ruleId, chooseRule, namesMoment, setNamesMoment } = decision;
  const isWide = useIsWide();
  const isRemovable = isUndecided(report) && report.isThere && report.barredAs === null;
  useKeys(isRemovable ? rules : null, chooseRule, onMove);
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
    <OpenedItem
      rowId={report.id}
      onClose={onClose}
      title={
        <span className={styles.headline}>
          {report.recording !== null && (
            <TrackCover cover={report.recording.cover} className={styles.cover} />
          )}
          {words.title}
        </span>
      }
      actions={<ReportDecisions report={report} decision={decision} onClose={onClose} />}
    >
      <div className={styles.form}>
        {report.barredAs !== null && (isOpen || isAppealed(report)) && (
          <Notice kind="info">{words.barred[report.barredAs]}</Notice>
        )}
        <dl ref={takeFocus} tabIndex={-1} className={styles.facts}>
          <Facts all={factsOf(report, rules)} />
        </dl>
        {report.recording !== null && (
          <ReportPlayer recording={report.recording} atSeconds={report.atSeconds} />
        )}
        {isOpen && !report.isThere && <p>{words.isGone}</p>}
        {isRemovable && (
          <>
            {rules !== null && (
              <RuleChoice
                rules={rules}
                legend={words.rule}
                value={ruleId}
                onChoose={chooseRule}
                compact={!isWide}
              />
            )}
            {report.atSeconds !== null && (
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  checked={namesMoment}
                  onChange={(event) => setNamesMoment(event.currentTarget.checked)}
                />
                <span>{fill(words.nameMoment, { time: formatDuration(report.atSeconds) })}</span>
              </label>
            )}
            {field(words.decisionReason)}
          </>
        )}
        {isAppealed(report) && report.barredAs === null && field(words.answer, words.answerHint)}
        {report.recording?.isHidden && (
          <p className={styles.meta}>{isOpen ? words.isHidden : words.isRemoved}</p>
        )}
        <dl className={styles.facts}>
          <Facts all={circumstancesOf(report)} />
        </dl>
        {isAdmin && <Hold {...subjectOf(report)} showDate={reportDate} />}
        <OfflineNote />
      </div>
    </OpenedItem>
  );
}

function Facts({ all }: { all: readonly [string, string][] }) {
  return all.map(([name, value]) => (
    <div key={name} className={value.length > SHORT ? styles.longFact : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ));
}

/** What evidence is held of. */
const subjectOf = ({ type, targetId, trackId }: ReportView) =>
  type === 'comment' || type === 'upload'
    ? ({ subject: type, subjectId: targetId } as const)
    : ({ subject: 'track', subjectId: trackId } as const);

/** The dialog is read from its beginning; its first field comes after the content. */
const takeFocus = (part: HTMLElement | null) => part?.setAttribute('autofocus', '');

/**
 * The remaining decisions about one report, and the answer to an appeal: always in view, also below a long report.
 */
interface ReportDecisionsProps {
  report: ReportView;
  decision: ReportDecision;
  onClose: () => void;
}

function ReportDecisions({ report, decision, onClose }: ReportDecisionsProps) {
  const { text, busy, failure, ruleId, review, resolve, remove, reply } = decision;
  const mayDecide = report.barredAs === null;
  const isOpen = mayDecide && isUndecided(report);
  const isAnswerable = mayDecide && isAppealed(report);
  const isSilent = text.trim() === '';
  return (
    <>
      {isOpen && report.isThere && ruleId === null && <p className={styles.why}>{words.chooseRule}</p>}
      {isAnswerable && isSilent && <p className={styles.why}>{words.answerFirst}</p>}
      <Button onClick={onClose}>{messages.shell.close}</Button>
      {isOpen && report.status === 'pending' && (
        <Button needsServer busy={busy === 'review'} onClick={() => void review()}>
          {words.review}
        </Button>
      )}
      {isOpen && report.isThere && (
        <>
          <Button needsServer busy={busy === 'kept'} onClick={() => void resolve('kept')}>
            {words.keep}
          </Button>
          <Button kind="danger" needsServer disabled={ruleId === null} onClick={remove}>
            {words.takeDown}
          </Button>
        </>
      )}
      {isOpen && !report.isThere && (
        <Button needsServer busy={busy === 'removed'} onClick={() => void resolve('removed')}>
          {words.resolve}
        </Button>
      )}
      {isAnswerable && (
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

/** The actions of an open report: one at a time, each with its failure. */
interface ReportDecision {
  /** The moderator's message to the owner. */
  text: string;
  setText: (text: string) => void;
  /** The button whose action is running. */
  busy: 'review' | ReportOutcome | AppealOutcome | null;
  failure: string | null;
  review: () => Promise<void>;
  /** The rule of a removal; null until one is chosen. */
  rules: RulesView | null;
  ruleId: string | null;
  chooseRule: (ruleId: string) => void;
  /** The owner reads the moment of the report. */
  namesMoment: boolean;
  setNamesMoment: (names: boolean) => void;
  resolve: (outcome: ReportOutcome) => Promise<void>;
  /** Needs a rule. */
  remove: () => void;
  reply: (outcome: AppealOutcome) => Promise<void>;
}

/** As in the queue: 1 to 9 choose a rule, J and K open the next and the previous report. */
function useKeys(
  rules: RulesView | null,
  choose: (ruleId: string) => void,
  move: (by: 1 | -1) => void,
): void {
  const isOn = useAtomValue(keysOnAtom);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).matches(TAKES_TEXT)) return;
      const rule = /^[1-9]$/.test(event.key) ? rules?.rules[Number(event.key) - 1] : undefined;
      const key = event.key.toLowerCase();
      if (rule) choose(rule.id);
      else if (key === 'j') move(1);
      else if (key === 'k') move(-1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, rules, choose, move]);
}

function useReportDecision(
  report: ReportView,
  { onClose, onChanged, onRemove }: Pick<ReportDialogProps, 'onClose' | 'onChanged' | 'onRemove'>,
): ReportDecision {
  const rules = useAtomValue(rulesAtom);
  const [chosen, chooseRule] = useState<string | null>(null);
  const [namesMoment, setNamesMoment] = useState(true);
  const reported = rules?.rules.find(({ category }) => category !== null && category === report.category);
  const ruleId = chosen ?? reported?.id ?? null;
  const update = useSetAtom(updateReportAtom);
  const noteOutcome = useSetAtom(decisionOutcomeAtom);
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
    rules,
    ruleId,
    chooseRule,
    namesMoment,
    setNamesMoment,
    remove: () => {
      if (ruleId === null) return;
      const atSeconds = namesMoment ? report.atSeconds : null;
      onRemove({ report, ruleId, decisionReason: text.trim(), atSeconds });
    },
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
        if (data !== null) {
          noteOutcome({ report, end: outcome === 'kept' ? 'kept' : 'gone', settled: data.settled });
          onClose();
        }
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

/** No decision about the reported content yet. */
const isUndecided = ({ status }: ReportView): boolean => status !== 'resolved';
/** The owner has appealed and has no answer yet. */
const isAppealed = ({ appeal, appealOutcome }: ReportView): boolean =>
  appeal !== null && appealOutcome === null;

const present = (all: [string, string | null][]) =>
  all.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');

/** Name and value of the facts that the moderator decides about. The dialog shows them above the player and the rules. */
function factsOf(report: ReportView, rules: RulesView | null): [string, string][] {
  const { facts } = words;
  const isWhole = report.type === 'recording' || report.type === 'upload';
  const isSaidTwice = isWhole && report.targetTitle === report.trackTitle;
  const { outcome } = report;
  return present([
    [facts.content, isSaidTwice ? null : report.targetTitle],
    [facts.track, report.trackTitle],
    [facts.reported, report.reportedUsername],
    [facts.appeal, report.appeal],
    [facts.category, report.category === null ? null : reportMessages.categories[report.category]],
    [facts.moment, report.atSeconds === null ? null : formatDuration(report.atSeconds)],
    [facts.reason, report.reason === report.decisionReason ? null : report.reason],
    [facts.outcome, report.type === 'upload' ? words.rejected : outcome && words.outcomes[outcome]],
    [facts.rule, rules?.rules.find(({ id }) => id === report.ruleId)?.title ?? report.ruleId],
    [facts.message, report.decisionReason],
    [
      facts.answer,
      report.appealOutcome === null
        ? null
        : `${words.appealOutcomes[report.appealOutcome]}. ${report.appealAnswer}`,
    ],
  ]);
}

/** The rest, below. */
const circumstancesOf = (report: ReportView): [string, string][] =>
  present([
    [words.type, words.types[report.type]],
    [words.facts.reporter, reporterText(report.reporter)],
    [words.facts.created, reportDate(report.createdAt)],
    [words.status, words.statuses[report.status]],
    [
      fill(words.facts.reviewed, { who: report.reviewedBy ?? '' }),
      report.reviewedAt === null ? null : reportDate(report.reviewedAt),
    ],
  ]);
