// What the report is about and what is wrong with it: two groups of radio buttons, a row or chip each.
import { REPORT_CATEGORIES, REPORT_TYPES, type ReportType } from '../../../api/contract/reportCategories.ts';
import { reportMessages as words } from '../../lib/messages/report.ts';
import type { Draft } from './atoms.ts';
import styles from './reports.module.css';

export interface ChoicesProps {
  draft: Draft;
  /** What there is to report. */
  possible: readonly ReportType[];
  onChange: (change: Partial<Draft>) => void;
}

export function Choices({ draft, possible, onChange }: ChoicesProps) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.what}</legend>
        <div className={styles.types}>
          {REPORT_TYPES.map((type) => (
            <label key={type} className={styles.type}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={draft.type === type}
                disabled={!possible.includes(type)}
                onChange={() => onChange({ type })}
              />
              <span>{words.types[type]}</span>
            </label>
          ))}
        </div>
        {!possible.includes('comment') && <p className={styles.quiet}>{words.commentHint}</p>}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words.category}</legend>
        <div className={styles.categories}>
          {[...REPORT_CATEGORIES, null].map((category) => (
            <label key={category} className={styles.category}>
              <input
                type="radio"
                name="category"
                value={category ?? 'other'}
                checked={draft.category === category}
                onChange={() => onChange({ category })}
              />
              <span>{words.categories[category ?? 'other']}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
