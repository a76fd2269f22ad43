// A figure of the server's configuration, in a `data` element with its field's name, and a list of such figures.
import type { ReactNode } from 'react';
import type { ConfigView } from '../../../api/contract/configuration.ts';
import styles from './legal.module.css';

/** What the tables are made of. */
export type ShownConfig = { config: ConfigView };

/** `field` is where the figure stands in the answer of `getConfig`. */
export function Figure({ field, value, children }: { field: string; value: number; children?: ReactNode }) {
  return (
    <data value={value} data-field={field}>
      {children ?? value}
    </data>
  );
}

interface Row {
  label: string;
  field: string;
  value: number;
  text: string | number;
}

export function FigureRows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className={styles.figures}>
      {rows.map(({ label, field, value, text }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <Figure field={field} value={value}>
              {text}
            </Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}
