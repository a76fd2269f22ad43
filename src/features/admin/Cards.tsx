// The totals, in six numbers.
import { useAtomValue } from 'jotai/react';
import { formatBytes } from '../../lib/format.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import styles from './admin.module.css';
import { numberText } from './numberText.ts';
import { overviewAtom } from './overview.ts';

const { cards: words } = adminMessages;

export function Cards() {
  const { counts, failed } = useAtomValue(overviewAtom);
  if (counts === null && failed) return <Notice kind="warn">{words.failed}</Notice>;
  const number = (n: number | undefined) => (n === undefined ? null : numberText(n));
  const cards: [keyof typeof words, string | null, string | null][] = [
    ['users', number(counts?.users), null],
    ['tracks', number(counts?.tracks), null],
    ['comments', number(counts?.comments), null],
    ['likes', number(counts?.likes), null],
    ['storage', counts === null ? null : formatBytes(counts.storageBytes), null],
    [
      'reports',
      number(counts?.reports),
      counts === null || counts.pendingReports === 0
        ? null
        : [
            fill(words.pending, { n: counts.pendingReports }),
            ...(counts.urgentReports > 0 ? [fill(words.urgent, { n: counts.urgentReports })] : []),
          ].join(', '),
    ],
  ];
  return (
    <dl className={styles.cards}>
      {cards.map(([name, value, note]) => (
        <div key={name} className={styles.card} data-card={name}>
          <dt>{words[name]}</dt>
          <dd>
            {value === null ? (
              <RingSkeleton width="3em" height="1.2em" />
            ) : (
              <span className={styles.number}>{value}</span>
            )}
            {note !== null && <span className={styles.pending}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
