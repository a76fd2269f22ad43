// What this upload will be checked for, today's uploads, and when the next one passes without extra review.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { UPLOAD_LIMITS } from '../../../api/contract/limits.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill } from '../../lib/messages.ts';
import { formatClock } from '../../lib/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { flagsAheadAtom, loadUploadStatsAtom, uploadStatsAtom } from './limits.ts';
import { Row } from './Receipt.tsx';
import styles from './receipt.module.css';

const words = publishMessages.limits;
const { soft } = UPLOAD_LIMITS;

/** Every reason for which this upload will be checked first. */
export function FlagsAhead() {
  const flags = useAtomValue(flagsAheadAtom);
  if (flags.length === 0) return null;
  return (
    <div className={styles.card}>
      <p>{words.over}</p>
      <ul className={styles.fields} lang="de">
        {flags.map((flag) => (
          <li key={flag}>{flag}</li>
        ))}
      </ul>
    </div>
  );
}

export function LimitsPanel() {
  const stats = useAtomValue(uploadStatsAtom);
  const load = useSetAtom(loadUploadStatsAtom);
  useEffect(() => void load(), [load]);
  if (!stats || stats.uploadsToday + stats.uploads30Min === 0) return null;
  return (
    <details className={styles.receipt}>
      <summary>
        <Icon name="clock" size={18} />
        <span className={styles.grows}>{fill(words.open, { n: stats.uploadsToday })}</span>
        <span className={styles.open}>{words.title}</span>
      </summary>
      <div className={styles.card}>
        <dl className={styles.list}>
          <Row term={words.recent}>
            {fill(words.countValue, { n: stats.uploads30Min, max: soft.per30Minutes })}
          </Row>
          <Row term={words.today}>{fill(words.countValue, { n: stats.uploadsToday, max: soft.perDay })}</Row>
          <Row term={words.minutes}>
            {fill(words.minutesValue, {
              n: Math.round(stats.audioMinutesToday * 10) / 10,
              max: soft.audioMinutesPerDay,
            })}
          </Row>
          <Row term={words.next}>
            {stats.nextUnflagged ? formatClock(stats.nextUnflagged) : words.nextNow}
          </Row>
        </dl>
        <p className={styles.quiet}>{stats.isLocal ? words.local : words.free}</p>
      </div>
    </details>
  );
}
