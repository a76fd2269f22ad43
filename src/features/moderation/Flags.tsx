// What speaks against an upload: the tier first, then each reason.
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { flagTexts } from './flags.ts';
import styles from './QueueRow.module.css';

const words = moderationMessages.moderation;

export function Flags({ row }: { row: PendingUploadView }) {
  const tier = row.review?.tier ?? null;
  const escalated = row.review?.escalated ?? null;
  const flags = flagTexts(row);
  if (tier === null && flags.length === 0 && escalated === null) return null;
  return (
    <span className={styles.flags}>
      {escalated && (
        <span className={`${styles.flag} ${styles.hard}`} data-escalated>
          {fill(words.escalatedBy, { username: escalated.username ?? words.somebody })}
        </span>
      )}
      {tier !== null && (
        <span className={`${styles.flag} ${tier === 'hard' ? styles.hard : ''}`} data-tier={tier}>
          <Icon name={tier === 'hard' ? 'warning' : 'flag'} size={14} />
          {words.tiers[tier]}
        </span>
      )}
      {flags.map((flag) => (
        <span key={flag} className={styles.flag}>
          {flag}
        </span>
      ))}
    </span>
  );
}
