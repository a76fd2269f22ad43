// /account/password, /account/code: for accounts with a password; and /recover, for a forgotten one.
import { useAtomValue } from 'jotai/react';
import { Link, useLocation } from 'react-router-dom';
import { ChangePassword } from '../features/accounts/ChangePassword.tsx';
import { Recover } from '../features/accounts/Recover.tsx';
import { RenewCode } from '../features/accounts/RenewCode.tsx';
import { accountMessages } from '../lib/messages/accounts.ts';
import { paths } from '../lib/paths.ts';
import { sessionAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { RingSkeleton } from '../ui/RingSkeleton.tsx';
import styles from './AccountPage.module.css';
import { SessionFailed } from './SessionFailed.tsx';
import { usePageTitle } from './usePageTitle.ts';

const { recover, change, renew, guestOnly } = accountMessages;

export function CredentialPage() {
  const { pathname } = useLocation();
  const words = pathname === paths.recover() ? recover : pathname === paths.password() ? change : renew;
  usePageTitle(words.title);
  return (
    <div className={styles.page}>
      {words === recover ? <Recover /> : <OfNamed isPassword={words === change} />}
    </div>
  );
}

function OfNamed({ isPassword }: { isPassword: boolean }) {
  const session = useAtomValue(sessionAtom);
  if (session.status === 'unknown') {
    return (
      <>
        <h1>{isPassword ? change.title : renew.title}</h1>
        <RingSkeleton height="320px" shape="block" />
      </>
    );
  }
  if (session.status === 'failed') return <SessionFailed session={session} />;
  if (session.status !== 'signedIn' || session.me.isGuest) {
    return (
      <StateCard title={guestOnly.title} level={1} text={guestOnly.text}>
        <Link to={paths.register()} className={buttonClass('primary')}>
          {guestOnly.register}
        </Link>
        <Link to={paths.login()} className={buttonClass('quiet')}>
          {accountMessages.account.login}
        </Link>
      </StateCard>
    );
  }
  return isPassword ? <ChangePassword username={session.me.username} /> : <RenewCode me={session.me} />;
}
