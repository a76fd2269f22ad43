// The follow button for a person known only by id. Space is reserved while the person loads.
import { useAtomValue } from 'jotai/react';
import { personAtom } from '../../state/people.ts';
import styles from './FollowButton.module.css';
import { FollowButton } from './FollowButton.tsx';

export function FollowPerson({ userId }: { userId: string }) {
  const state = useAtomValue(personAtom(userId));
  if (state.status === 'found') return <FollowButton person={state.person} />;
  return state.status === 'loading' ? <span className={styles.place} /> : null;
}
