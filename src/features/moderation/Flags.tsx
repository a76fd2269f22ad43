// The concerns about an upload: the tier first, then each reason.
import { AUDIO_FLAG_SECONDS, AUDIO_MIN_SECONDS } from '../../../api/contract/limits.ts';
import type { ReviewFlag } from '../../../api/contract/review.ts';
import type { PendingUploadView, ReviewState } from '../../../api/contract/uploads.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { reportMessages } from '../../lib/messages/report.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './QueueRow.module.css';

const words = moderationMessages.moderation;

interface FlagsProps {
  row: PendingUploadView;
  /** In a row of the list: the tier as its icon, and only the first reason. */
  isBrief?: boolean;
}

export function Flags({ row, isBrief = false }: FlagsProps) {
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
          <span className={isBrief && flags.length > 0 ? 'spoken' : undefined}>{words.tiers[tier]}</span>
        </span>
      )}
      {(isBrief ? flags.slice(0, 1) : flags).map((flag) => (
        <span key={flag} className={styles.flag}>
          {flag}
        </span>
      ))}
      {isBrief && flags.length > 1 && (
        <span className={styles.further}>
          <span aria-hidden="true">+{flags.length - 1}</span>
          <span className="spoken">{flags.slice(1).join(', ')}</span>
        </span>
      )}
    </span>
  );
}

/** The server's flags of an upload, as short lines. A flag of a newer server is shown unchanged. */
export function flagTexts(row: PendingUploadView): string[] {
  const texts = new Set<string>();
  if (row.replaces) texts.add(moderationMessages.moderation.flags.replaces);
  if (row.duration < AUDIO_MIN_SECONDS) texts.add(moderationMessages.moderation.flags.short);
  if (row.duration > AUDIO_FLAG_SECONDS) texts.add(moderationMessages.moderation.flags.long);
  if (row.duplicateCount > 0) {
    texts.add(fill(moderationMessages.moderation.flags.duplicate, { n: row.duplicateCount + 1 }));
  }
  const match = row.review?.match ?? null;
  for (const flag of row.flags)
    texts.add(
      flag === 'known' && match ? matchText(match) : (FLAG_TEXTS[flag] ?? String(flag).replaceAll('_', ' ')),
    );
  return [...texts].filter((text) => text !== '');
}

const matchText = ({ removedAt, category }: NonNullable<ReviewState['match']>): string =>
  fill(moderationMessages.moderation.flags.knownSince, {
    date: formatDate(removedAt),
    reason: reportMessages.categories[category ?? 'other'],
  });

/** The server's flag → line; empty where a number above says it better. */
const FLAG_TEXTS: Readonly<Record<ReviewFlag, string>> = {
  frequency: moderationMessages.moderation.flags.frequency,
  daily: moderationMessages.moderation.flags.daily,
  minutes: moderationMessages.moderation.flags.minutes,
  consent: moderationMessages.moderation.flags.consent,
  asked: moderationMessages.moderation.flags.asked,
  known: moderationMessages.moderation.flags.known,
  edit: moderationMessages.moderation.flags.edit,
  identical: '',
  short: '',
  long: '',
};
