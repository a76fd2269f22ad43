// Events by day: period, sums, chart and table.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { memo, type ReactNode, useContext, useId, useMemo, useState } from 'react';
import type { DayCounts, StatisticsView, SubjectCounts } from '../../../api/contract/statistics.ts';
import {
  STATISTICS_DAYS,
  STATISTICS_SUBJECTS,
  type StatisticsSpan,
  type StatisticsSubject,
} from '../../../api/contract/statisticsSubjects.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { statisticsMessages } from '../../lib/messages/statistics.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, dataOf, type Query } from '../../state/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { OnlineContext } from '../../ui/online.ts';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Chart } from './Chart.tsx';
import { dayText, numberText, totalsOf } from './series.ts';
import styles from './statistics.module.css';

interface DayTableProps {
  days: readonly DayCounts[];
  totals: SubjectCounts;
}

const words = statisticsMessages;

const DayTable = memo(function DayTable({ days, totals }: DayTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={styles.tableBox} aria-label={words.table} tabIndex={0}>
      <table className={styles.table}>
        <caption className="spoken">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {STATISTICS_SUBJECTS.map((subject) => (
              <th key={subject} scope="col">
                {words.subjects[subject]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.sum}>
            <th scope="row">{words.total}</th>
            {STATISTICS_SUBJECTS.map((subject) => (
              <td key={subject}>{numberText(totals[subject])}</td>
            ))}
          </tr>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <time dateTime={day.date}>{dayText(day.date)}</time>
              </th>
              {STATISTICS_SUBJECTS.map((subject) => (
                <td key={subject} data-nothing={day[subject] === 0 || undefined}>
                  {numberText(day[subject])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

interface SeriesTogglesProps {
  /** `totals` counts the period, `happened` everything since the installation began. */
  totals: SubjectCounts;
  happened: SubjectCounts;
  shown: readonly StatisticsSubject[];
  onToggle: (subject: StatisticsSubject) => void;
}

function SeriesToggles({ totals, happened, shown, onToggle }: SeriesTogglesProps) {
  return (
    <ul className={styles.series} aria-label={statisticsMessages.series}>
      {STATISTICS_SUBJECTS.map((subject) => (
        <li key={subject}>
          <button
            type="button"
            className={styles.toggle}
            data-subject={subject}
            aria-pressed={shown.includes(subject)}
            onClick={() => onToggle(subject)}
          >
            <span className={styles.name}>
              <span className={styles.swatch} aria-hidden="true" />
              {statisticsMessages.subjects[subject]}
            </span>
            <span className={styles.total}>{numberText(totals[subject])}</span>
            <span className={styles.ever}>
              {fill(statisticsMessages.allTime, { n: numberText(happened[subject]) })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The counts of each period, by days of this device's time zone; refreshed at this interval. */
const REFRESH_MS = 5 * 60_000;

/** This device's time zone. */
const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const queryOf = (days: StatisticsSpan) =>
  createQuery<StatisticsView>({
    key: `getStatistics ${days}`,
    tags: ['statistics'],
    everyMs: REFRESH_MS,
    load: async (get, _set, signal) =>
      (await get(statePortsAtom).read('getStatistics', { days, zone: zoneHere() }, { signal })).data,
  });

const statisticsQueries = Object.fromEntries(STATISTICS_DAYS.map((days) => [days, queryOf(days)])) as Record<
  StatisticsSpan,
  Query<StatisticsView>
>;

const PERIODS = STATISTICS_DAYS.map((value) => ({ value, label: words.periods[value] }));

/** `totals`: below the events; left out with them when they fail to load. */
export function Statistics({ totals }: { totals?: ReactNode }) {
  const [span, setSpan] = useState<StatisticsSpan>('30');
  const [shown, setShown] = useState<readonly StatisticsSubject[]>(STATISTICS_SUBJECTS);
  const toggle = (subject: StatisticsSubject) =>
    setShown((now) => STATISTICS_SUBJECTS.filter((each) => now.includes(each) !== (each === subject)));
  return (
    <div className={styles.statistics}>
      <Tabs kind="filter" label={words.period} choices={PERIODS} value={span} onChange={setSpan} />
      <Period key={span} span={span} shown={shown} onToggle={toggle}>
        {totals}
      </Period>
    </div>
  );
}

interface PeriodProps {
  span: StatisticsSpan;
  shown: readonly StatisticsSubject[];
  onToggle: (subject: StatisticsSubject) => void;
  /** Below the events. */
  children: ReactNode;
}

function Period({ span, shown, onToggle, children }: PeriodProps) {
  const query = statisticsQueries[span];
  const state = useAtomValue(query.stateAtom);
  const refresh = useSetAtom(query.refreshAtom);
  const [isOpen, setOpen] = useState(true);
  const body = useId();
  const isOnline = useContext(OnlineContext);
  const view = dataOf(state);
  const totals = useMemo(() => view && totalsOf(view.days), [view]);
  const retry = (
    <Button kind="quiet" onClick={() => void refresh()}>
      {words.retry}
    </Button>
  );
  if (!view || !totals) {
    return state.status === 'loading' ? (
      <>
        <Waiting />
        {children}
      </>
    ) : (
      <StateCard code={state.status === 'failed' ? state.code : 'internal'} title={words.failed}>
        {retry}
      </StateCard>
    );
  }
  const isQuiet = STATISTICS_SUBJECTS.every((subject) => totals[subject] === 0);
  return (
    <>
      <OfflineNote text={moderationMessages.offline.stale} />
      {isOnline && state.status === 'failed' && (
        <Notice kind="warn" action={retry}>
          {failureText(state.code)}
        </Notice>
      )}
      <div className={styles.selected}>
        <SeriesToggles totals={totals} happened={view.happened} shown={shown} onToggle={onToggle} />
        <section className={styles.chart} aria-label={words.chart}>
          <header className={styles.chartHead}>
            <h2>{words.chart}</h2>
            <Button
              kind="bare"
              aria-expanded={isOpen}
              aria-controls={body}
              icon={<Icon name={isOpen ? 'up' : 'down'} size={18} />}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? words.collapse : words.expand}
            </Button>
          </header>
          <div id={body} hidden={!isOpen}>
            {isOpen && isQuiet && <p className={styles.note}>{words.quiet}</p>}
            {isOpen &&
              (shown.length > 0 ? (
                <Chart days={view.days} shown={shown} />
              ) : (
                <p className={styles.note}>{words.noSeries}</p>
              ))}
          </div>
        </section>
      </div>
      <DayTable days={view.days} totals={totals} />
      <footer className={styles.foot}>
        <p className={styles.note}>{fill(words.zone, { zone: zoneHere() })}</p>
        <Button
          kind="quiet"
          icon={<Icon name="download" size={18} />}
          onClick={() =>
            saveFile(new Blob([csvOf(view.days)], { type: 'text/csv;charset=utf-8' }), csvName(view.days))
          }
        >
          {words.download}
        </Button>
      </footer>
      {children}
    </>
  );
}

/** As high as the content that replaces it. */
function Waiting() {
  return (
    <>
      <div className={styles.selected} aria-busy="true">
        <div className={styles.series}>
          {STATISTICS_SUBJECTS.map((subject) => (
            <RingSkeleton key={subject} height="60px" shape="block" />
          ))}
        </div>
        <RingSkeleton height="400px" shape="block" />
      </div>
      <RingSkeleton height="420px" shape="block" />
    </>
  );
}

/** The table as a file for a spreadsheet (RFC 4180): one line a day, oldest first, numbers without grouping. */
const COLUMNS = ['date', ...STATISTICS_SUBJECTS] as const;

export const csvOf = (days: readonly DayCounts[]): string =>
  [COLUMNS, ...days.map((day) => COLUMNS.map((column) => day[column]))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

/** `aural-statistics-2026-10-22-2026-10-28.csv`. */
export const csvName = (days: readonly DayCounts[]): string =>
  `aural-statistics-${days[0]?.date ?? ''}-${days.at(-1)?.date ?? ''}.csv`;
