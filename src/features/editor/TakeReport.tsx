// What was broken in a take, as a list.
import { takeMessages } from '../../lib/messages/take.ts';
import styles from './take.module.css';
import type { TakeDamage } from './takeDamage.ts';
import { takeReport } from './takeReport.ts';

export const TakeReport = ({ damage }: { damage: TakeDamage }) => (
  <details className={styles.report}>
    <summary>{takeMessages.take.report}</summary>
    <ul>
      {takeReport(damage).words.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </details>
);
