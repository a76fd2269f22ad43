// The follow button with the number of followers. Renders nothing on the user's own profile.
import styles from './FollowButton.module.css';
import './writes.ts';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useState } from 'react';
import type { UserView } from '../../../api/contract/accounts.ts';
import type { Actions } from '../../../api/contract/actions.ts';
import { formatCount } from '../../lib/format.ts';
import { profileMessages } from '../../lib/messages/profile.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { type Refusal, refusalsAtom, sendWriteAtom } from '../../state/outbox.ts';
import { personAtom } from '../../state/people.ts';
import { sessionAtom } from '../../state/session.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Following an account: shown at once, stored until the server has it, undone when the server refuses. */
function followedBy({ action, body }: Refusal): string | undefined {
  if (action === 'addFollow') return (body as Actions['addFollow']['body']).follow.followingId;
  return action === 'removeFollow' ? (body as Actions['removeFollow']['body']).followId : undefined;
}

export const toggleFollowAtom = atom(null, async (get, set, { id, isFollowed }: UserView): Promise<void> => {
  set(
    refusalsAtom,
    get(refusalsAtom).filter((each) => followedBy(each) !== id),
  );
  if (isFollowed) await set(sendWriteAtom, 'removeFollow', { followId: id });
  else await set(sendWriteAtom, 'addFollow', { follow: { followingId: id } });
});

/** Account → why the server refused the last follow or unfollow in this visit. */
const followRefusalsAtom = atom(
  (get) => new Map(get(refusalsAtom).map((each) => [followedBy(each), each.code])),
);

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

/** The follow button for an account known only by id. Reserves its space while the account loads. */
export function FollowPerson({ userId }: { userId: string }) {
  const state = useAtomValue(personAtom(userId));
  if (state.status === 'found') return <FollowButton person={state.person} />;
  return state.status === 'loading' ? <span className={styles.place} /> : null;
}
