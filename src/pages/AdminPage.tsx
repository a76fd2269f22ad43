// /admin: sign in with a moderator's account, then the queue.
import { useAtomValue, useSetAtom } from 'jotai';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { ModeratorRoom } from '../features/moderation/ModeratorRoom.tsx';
import { moderationMessages } from '../lib/messages/moderation.ts';
import { messages } from '../lib/messages.ts';
import { sessionAtom, signOutAtom } from '../state/session.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './AdminPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function AdminPage() {
  usePageTitle(moderationMessages.moderation.title);
  const session = useAtomValue(sessionAtom);
  const signOut = useSetAtom(signOutAtom);
  if (session.status === 'unknown') {
    return (
      <div className={styles.centred}>
        <Spinner label={messages.shell.loading} />
      </div>
    );
  }
  const role = session.status === 'signedIn' ? session.me.role : null;
  if (role === 'admin' || role === 'moderator') {
    return (
      <div className={styles.page}>
        <ModeratorRoom onSignOut={() => void signOut()} />
      </div>
    );
  }
  return (
    <div className={styles.centred}>
      <LoginForm
        title={moderationMessages.moderation.signInTitle}
        text={
          role === 'user' ? moderationMessages.moderation.notForYou : moderationMessages.moderation.signInText
        }
      />
    </div>
  );
}
