// Below a profile's name: followers and date of registration, a guest's link to registration, and unsent changes.
import { useAtomValue } from 'jotai/react';
import { Link } from 'react-router-dom';
import type { UserView } from '../../../api/contract/accounts.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { profileWaitsAtom } from './edit.ts';
import styles from './ProfileView.module.css';

const words = profileMessages.profile;

interface ProfileNoteProps {
  person: UserView;
  isGuest: boolean;
  isOwn: boolean;
}

export function ProfileNote({ person, isGuest, isOwn }: ProfileNoteProps) {
  const waits = useAtomValue(profileWaitsAtom)(person.id);
  const { followersCount: count } = person;
  const followers = fill(count === 1 ? words.followers.one : words.followers.many, { count });
  return (
    <>
      {!isGuest && (
        <p className={styles.facts}>
          {followers} · {fill(words.following, { count: person.followingCount })} ·{' '}
          {fill(words.since, { date: formatDate(person.createdAt) })}
        </p>
      )}
      {isGuest && (
        <p className={styles.guest}>
          {words.guestHere} <Link to={paths.register()}>{words.register}</Link>
        </p>
      )}
      {isOwn && (
        <p role="status" className={styles.facts}>
          {waits && <span className={styles.late}>{profileMessages.edit.waiting}</span>}
        </p>
      )}
    </>
  );
}
