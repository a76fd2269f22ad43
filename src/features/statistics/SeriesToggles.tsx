// The series of the chart: each with its number in the period and in total; a press hides it.

import type { SubjectCounts } from '../../../api/contract/statistics.ts';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../../../api/contract/statisticsSubjects.ts';
import { statisticsMessages } from '../../lib/messages/statistics.ts';
import { fill } from '../../lib/messages.ts';
import { numberText } from './series.ts';
import styles from './statistics.module.css';

export interface SeriesTogglesProps {
  /** `totals` counts the period, `happened` everything since the installation began. */
  totals: SubjectCounts;
  happened: SubjectCounts;
  shown: readonly StatisticsSubject[];
  onToggle: (subject: StatisticsSubject) => void;
}

export function SeriesToggles({ totals, happened, shown, onToggle }: SeriesTogglesProps) {
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
