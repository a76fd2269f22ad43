// The profile page of a visitor without an account.
import type { ReactNode } from 'react';
import { profileMessages } from '../../lib/messages/profile.ts';
import { EmptyRing } from '../../ui/EmptyRing.tsx';
import { FirstRecording } from './EmptyList.tsx';
import { AccountLink } from './OwnActions.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import styles from './ProfileView.module.css';

const words = profileMessages.profile;
const NOTHING = { totalUploads: 0, totalPlays: 0, totalLikes: 0 };

export interface VisitorProfileProps {
  /** Recordings that still wait on this device. */
  waiting: ReactNode;
}

export function VisitorProfile({ waiting }: VisitorProfileProps) {
  return (
    <>
      <ProfileHeader
        seed=""
        name={words.you}
        numbers={NOTHING}
        note={<p className={styles.guest}>{words.visitorHere}</p>}
        actions={<AccountLink />}
      />
      {waiting}
      <div className={styles.empty}>
        <EmptyRing kind="empty" />
        <FirstRecording />
      </div>
    </>
  );
}
