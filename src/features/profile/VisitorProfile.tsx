// The profile of somebody the server does not know yet: this browser has done nothing that is kept.
import type { ReactNode } from 'react';
import { profileMessages } from '../../lib/messages/profile.ts';
import { EmptyList } from './EmptyList.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import styles from './ProfileView.module.css';
import { AccountLink, SettingsButton } from './ProfileView.tsx';

const words = profileMessages.profile;
const NOTHING = { totalUploads: 0, totalPlays: 0, totalLikes: 0 };

export interface VisitorProfileProps {
  /** Recordings that still wait on this phone. */
  waiting: ReactNode;
  deviceSettings: ReactNode;
}

export function VisitorProfile({ waiting, deviceSettings }: VisitorProfileProps) {
  return (
    <>
      <ProfileHeader
        seed=""
        name={words.you}
        numbers={NOTHING}
        note={<p className={styles.guest}>{words.visitorHere}</p>}
        actions={
          <>
            <SettingsButton>{deviceSettings}</SettingsButton>
            <AccountLink />
          </>
        }
      />
      {waiting}
      <EmptyList tab="uploads" isOwn />
    </>
  );
}
