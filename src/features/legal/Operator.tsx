// Who runs this server, as configured; what is not configured is named.
import type { OperatorView } from '../../../api/contract/configuration.ts';
import { legalMessages } from '../../lib/messages/legal/page.ts';
import { fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './legal.module.css';

const words = legalMessages.operator;
const FIELDS = ['name', 'address', 'email', 'phone', 'responsible'] as const;

export function Operator({ operator }: { operator: OperatorView }) {
  const missing = FIELDS.filter((field) => operator[field] === null).map((field) => words[field]);
  return (
    <>
      {missing.length > 0 && <Notice kind="warn">{fill(words.unset, { fields: missing.join(', ') })}</Notice>}
      <dl className={styles.operator}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{words[field]}</dt>
            <dd>
              <Value field={field} value={operator[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Value({ field, value }: { field: (typeof FIELDS)[number]; value: string | null }) {
  if (value === null) return <span className={styles.quiet}>{words.missing}</span>;
  if (field === 'email') return <a href={`mailto:${value}`}>{value}</a>;
  if (field === 'phone') return <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a>;
  return value.split(/\s*;\s*/).map((line) => (
    <span key={line} className={styles.row}>
      {line}
    </span>
  ));
}
