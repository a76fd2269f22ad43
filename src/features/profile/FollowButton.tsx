// The follow button with the number of followers. Renders nothing on one's own profile.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useState } from 'react';
import type { UserView } from '../../../api/contract/accounts.ts';
import { formatCount } from '../../lib/format.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { sessionAtom } from '../../state/session.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './FollowButton.module.css';
import { followRefusalsAtom, toggleFollowAtom } from './follow.ts';

const words = profileMessages.profile;

export function FollowButton({ person }: { person: UserView }) {
  const session = useAtomValue(sessionAtom);
  const toggle = useSetAtom(toggleFollowAtom);
  const refusal = useAtomValue(followRefusalsAtom).get(person.id);
  // The icon moves after a press, not when the page opens.
  const [pressed, setPressed] = useState(false);
  if (session.status === 'signedIn' && session.me.id === person.id) return null;
  const { isFollowed, followersCount, username } = person;
  const count = fill(followersCount === 1 ? words.followers.one : words.followers.many, {
    count: followersCount,
  });
  const name = fill(isFollowed ? words.unfollowName : words.followName, { name: username });
  return (
    <div className={styles.follow}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={isFollowed}
        aria-label={`${name}, ${count}`}
        onClick={() => {
          setPressed(true);
          void toggle(person);
        }}
      >
        <span key={String(isFollowed)} className={pressed ? styles.moved : undefined}>
          <Icon name={isFollowed ? 'check' : 'plus'} size={18} />
        </span>
        <span>{isFollowed ? words.isFollowed : words.follow}</span>
        <span className={styles.count} aria-hidden="true">
          {formatCount(followersCount)}
        </span>
      </button>
      {refusal !== undefined && (
        <p role="status" className={styles.refused}>
          {fill(words.followFailed, { reason: failureText(refusal) })}
        </p>
      )}
    </div>
  );
}
