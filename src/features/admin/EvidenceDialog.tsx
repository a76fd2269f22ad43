// An opened case: its audio, every sealed state of its texts, its edits and reports.
import type { ReactNode } from 'react';
import type {
  EvidenceReportView,
  EvidenceStateView,
  OpenedEvidenceView,
} from '../../../api/contract/evidence.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { evidenceMessages } from '../../lib/messages/evidence.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { fill, messages } from '../../lib/messages.ts';
import { formatMoment } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './dialogs.module.css';
import { shortId } from './evidence.ts';
import { OpenedItem } from './OpenedItem.tsx';
import { ReportPlayer } from './ReportPlayer.tsx';

const words = evidenceMessages;
const { facts } = words;
/** A longer value takes a line of its own. */
const SHORT = 20;

type Fact = [name: string, value: string | null];

/** Leaves out what is empty. */
function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(
        ([name, value]) =>
          value !== null &&
          value !== '' && (
            <div key={name} className={value.length > SHORT ? styles.longFact : undefined}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function EvidenceDialog({ opened, onClose }: { opened: OpenedEvidenceView; onClose: () => void }) {
  const { case: about, states, versions, reports, audio } = opened;
  const moment = reports.find(({ atSeconds }) => atSeconds !== null)?.atSeconds ?? null;
  return (
    <OpenedItem
      rowId={about.id}
      onClose={onClose}
      title={fill(words.case, { id: shortId(about.id) })}
      actions={<Button onClick={onClose}>{messages.shell.close}</Button>}
    >
      <div className={styles.form}>
        <Facts
          of={[
            [words.columns.subject, words.subjects[about.subject]],
            [words.columns.cause, words.causes[about.cause]],
            [words.columns.since, formatMoment(about.since)],
            [words.columns.until, formatMoment(about.until)],
            [words.columns.state, about.isGone ? words.gone : words.there],
            [words.columns.size, about.bytes === 0 ? null : formatBytes(about.bytes)],
          ]}
        />
        {audio !== null && <ReportPlayer recording={audio} atSeconds={moment} />}
        <Part title={words.states}>
          {[...states].reverse().map((state) => (
            <Entry key={state.at} title={fill(words.stateFrom, { date: formatMoment(state.at) })}>
              <Facts of={stateFacts(state, about.subject === 'comment')} />
            </Entry>
          ))}
        </Part>
        {versions.length > 0 && (
          <Part title={words.versions}>
            {[...versions].reverse().map(({ id, at, status, before, after }) => (
              <Entry key={id} title={`${formatMoment(at)}: ${words.statuses[status]}`}>
                <Facts
                  of={[
                    [facts.before, wordsText(before)],
                    [facts.after, wordsText(after)],
                  ]}
                />
              </Entry>
            ))}
          </Part>
        )}
        <Part title={words.reports}>
          {reports.length === 0 && <p className={styles.meta}>{words.noReports}</p>}
          {[...reports].reverse().map((report) => (
            <Entry key={report.id} title={formatMoment(report.at)}>
              <Facts of={reportFacts(report)} />
            </Entry>
          ))}
        </Part>
      </div>
    </OpenedItem>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3>{title}</h3>
    {children}
  </section>
);

const Entry = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.entry}>
    <h4 className={styles.meta}>{title}</h4>
    {children}
  </section>
);

const wordsText = ({ title, description, transcript, tags }: EvidenceStateView['words']): string =>
  [title, description, transcript, tags.join(', ')].filter((text) => text !== '').join('\n');

function stateFacts(state: EvidenceStateView, isComment: boolean): Fact[] {
  const { words: said, person, decision } = state;
  return [
    [facts.username, person?.username ?? null],
    [facts.formerNames, person?.formerNames.join(', ') ?? null],
    [isComment ? facts.content : facts.title, said.title],
    [facts.description, said.description],
    [facts.transcript, said.transcript],
    [facts.tags, said.tags.join(', ')],
    [facts.status, state.status && words.statuses[state.status]],
    [facts.created, formatMoment(state.createdAt)],
    [facts.fileName, state.fileName],
    [facts.accountId, person?.id ?? null],
    [facts.accountSince, person && formatMoment(person.since)],
    [facts.devices, state.devices.join('\n')],
    [facts.decided, decision && formatMoment(decision.at)],
    [facts.decidedBy, decision?.byId ?? null],
    [facts.decision, decision?.reason ?? null],
  ];
}

function reportFacts(report: EvidenceReportView): Fact[] {
  const { statuses, outcomes, appealOutcomes } = adminMessages.reports;
  const outcome = report.outcome === null ? null : outcomes[report.outcome];
  const closed = report.closedBecause === null ? null : words.closed[report.closedBecause];
  const answer = report.appealOutcome === null ? null : appealOutcomes[report.appealOutcome];
  return [
    [facts.category, reportMessages.categories[report.category ?? 'other']],
    [facts.moment, report.atSeconds === null ? null : formatDuration(report.atSeconds)],
    [facts.reason, report.reason],
    [facts.reported, report.reported],
    [facts.status, statuses[report.status]],
    [facts.outcome, outcome ?? closed],
    [facts.decided, report.decidedAt && formatMoment(report.decidedAt)],
    [facts.decidedBy, report.decidedById],
    [facts.decision, report.decisionReason],
    [facts.appeal, report.appeal],
    [facts.answer, answer && `${answer}. ${report.appealAnswer}`],
  ];
}
