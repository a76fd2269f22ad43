// The bars of all days. They change with the numbers and the choice alone, not with the day that is pointed at.
import { memo } from 'react';
import type { DayCounts } from '../../../api/contract/statistics.ts';
import type { StatisticsSubject } from '../../../api/contract/statisticsSubjects.ts';
import { barHeight, peakOf, shortDayText } from './series.ts';
import styles from './statistics.module.css';

export interface BarsProps {
  days: readonly DayCounts[];
  shown: readonly StatisticsSubject[];
}

/** Days between two dates below the bars, so that they do not touch. */
const labelEvery = (count: number): number => (count <= 7 ? 1 : count <= 30 ? 5 : 7);

export const Bars = memo(function Bars({ days, shown }: BarsProps) {
  const peak = peakOf(days, shown);
  const every = labelEvery(days.length);
  return (
    <div className={styles.bars} aria-hidden="true">
      {days.map((day, index) => (
        <div key={day.date} className={styles.day} data-day={index}>
          {shown.map((subject) => (
            <span
              key={subject}
              className={styles.bar}
              data-subject={subject}
              data-value={day[subject]}
              data-nothing={day[subject] === 0 || undefined}
              style={{ height: `${barHeight(day[subject], peak)}px` }}
            />
          ))}
          {(days.length - 1 - index) % every === 0 && (
            <span className={styles.date}>{shortDayText(day.date)}</span>
          )}
        </div>
      ))}
    </div>
  );
});
