// The numbers behind the chart, newest day first.
import { memo } from 'react';
import type { DayCounts, SubjectCounts } from '../../../api/contract/statistics.ts';
import { STATISTICS_SUBJECTS } from '../../../api/contract/statisticsSubjects.ts';
import { statisticsMessages } from '../../lib/messages/statistics.ts';
import { dayText, numberText } from './series.ts';
import styles from './statistics.module.css';

export interface DayTableProps {
  days: readonly DayCounts[];
  totals: SubjectCounts;
}

const words = statisticsMessages;

export const DayTable = memo(function DayTable({ days, totals }: DayTableProps) {
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
