// All rows in their groups.
import { benchMessages as words } from '../../lib/messages/bench.ts';
import { BenchRowView } from './BenchRowView.tsx';
import styles from './bench.module.css';
import type { MeasuredRow } from './measure.ts';
import type { RowGroup } from './row.ts';

const GROUPS = ['write', 'decode', 'read', 'voice', 'guard', 'see'] as const satisfies RowGroup[];

export interface BenchChartProps {
  rows: readonly MeasuredRow[];
  /** Rows of the run before, where it can be compared. */
  before: readonly MeasuredRow[];
}

export function BenchChart({ rows, before }: BenchChartProps) {
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => {
        const own = rows.filter((row) => row.group === group);
        return (
          own.length > 0 && (
            <section key={group} className={styles.group}>
              <h2>{words.groups[group]}</h2>
              <ul>
                {own.map((row) => (
                  <BenchRowView key={row.id} row={row} before={before.find(({ id }) => id === row.id)} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}
