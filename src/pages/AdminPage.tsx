// /admin: sign in with a moderator's account, then the tools of moderators and admins.
import { useAtomValue, useSetAtom } from 'jotai';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { SignOutQuestion } from '../features/accounts/SignOut.tsx';
import { trySignOutAtom } from '../features/accounts/signOut.ts';
import { AdminRoom } from '../features/admin/AdminRoom.tsx';
import { Cards } from '../features/admin/Cards.tsx';
import { Hold } from '../features/admin/Hold.tsx';
import { Queue } from '../features/moderation/Queue.tsx';
import { Statistics } from '../features/statistics/Statistics.tsx';
import { ClearButton } from '../features/traces/ClearButton.tsx';
import { adminMessages } from '../lib/messages/admin.ts';
import { moderationMessages } from '../lib/messages/moderation.ts';
import { messages } from '../lib/messages.ts';
import { sessionAtom } from '../state/session.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './AdminPage.module.css';
import { SessionFailed } from './SessionFailed.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function AdminPage() {
  usePageTitle(adminMessages.title);
  const session = useAtomValue(sessionAtom);
  const signOut = useSetAtom(trySignOutAtom);
  if (session.status === 'unknown') {
    return (
      <div className={styles.centred}>
        <Spinner label={messages.shell.loading} />
      </div>
    );
  }
  if (session.status === 'failed') return <SessionFailed session={session} />;
  const me = session.status === 'signedIn' ? session.me : null;
  const role = me?.role;
  if (me && (role === 'admin' || role === 'moderator')) {
    return (
      // An element of its own: the one that was centred does not move.
      <div key="room" className={styles.page}>
        <AdminRoom
          isAdmin={role === 'admin'}
          ownId={me.id}
          onSignOut={() => void signOut()}
          queue={
            role === 'admin' ? (
              <Queue beside={(uploadId) => <Hold key={uploadId} subject="upload" subjectId={uploadId} />} />
            ) : (
              <Queue />
            )
          }
          statistics={<Statistics totals={<Cards />} />}
        />
        <SignOutQuestion clearTraces={<ClearButton />} />
      </div>
    );
  }
  return (
    <div className={styles.centred}>
      <LoginForm
        title={role === 'user' ? adminMessages.forbidden : moderationMessages.moderation.signInTitle}
        text={role === 'user' ? adminMessages.forbiddenText : moderationMessages.moderation.signInText}
      />
    </div>
  );
}
