// The top of a profile, without a picture: orb, name, bio and three numbers.
import type { CSSProperties, ReactNode } from 'react';
import type { UserView } from '../../../api/contract/accounts.ts';
import { formatCount } from '../../lib/format.ts';
import { huesOf } from '../../lib/hues.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { fill, messages } from '../../lib/messages.ts';
import { formatCopyTime } from '../../lib/time.ts';
import { PersonOrb } from '../../ui/PersonOrb.tsx';
import styles from './ProfileHeader.module.css';

const words = profileMessages.profile;

/** Size on a phone; a wide screen shows it larger. */
const ORB_PX = 96;

export interface ProfileHeaderProps {
  /** Decides the colours of the orb and the background. */
  seed: string;
  name: string;
  numbers: Pick<UserView, 'totalUploads' | 'totalPlays' | 'totalLikes'>;
  bio?: string;
  tags?: readonly string[];
  /** ISO time of the copy shown instead of the server's answer. */
  copyFrom?: string | null;
  /** The follow button, or edit and settings. */
  actions: ReactNode;
  /** Shown below the name. */
  note?: ReactNode;
}

export function ProfileHeader(props: ProfileHeaderProps) {
  const { seed, name, numbers, bio = '', tags = [], copyFrom = null, actions, note } = props;
  const { first, second } = huesOf(seed);
  const room = { '--one': first, '--two': second } as CSSProperties;
  return (
    <header className={styles.header} style={room}>
      <span className={styles.glow} aria-hidden="true" />
      <span className={styles.orb}>
        <PersonOrb userId={seed} size={ORB_PX} />
      </span>
      <div className={styles.words}>
        <h1 className={styles.name}>{name}</h1>
        {note}
        {bio !== '' && <p className={styles.bio}>{bio}</p>}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={words.interests}>
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </div>
      <dl className={styles.numbers}>
        <Figure term={words.recordings} count={numbers.totalUploads} />
        <Figure term={words.plays} count={numbers.totalPlays} />
        <Figure term={words.likes} count={numbers.totalLikes} />
      </dl>
      <div className={styles.actions}>{actions}</div>
      {copyFrom !== null && (
        <p role="status" className={styles.copy}>
          {fill(messages.feed.offlineCopy, { time: formatCopyTime(copyFrom, Date.now()) })}
        </p>
      )}
    </header>
  );
}

function Figure({ term, count }: { term: string; count: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd title={String(count)}>{formatCount(count)}</dd>
    </div>
  );
}
