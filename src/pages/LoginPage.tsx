// /login: signs in to an existing account, then opens its profile.
import { useAtomValue } from 'jotai/react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { LoginForm } from '../features/accounts/LoginForm.tsx';
import { accountMessages } from '../lib/messages/accounts.ts';
import { paths } from '../lib/paths.ts';
import { sessionAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import styles from './AccountPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

const { login: words } = accountMessages;

export function LoginPage() {
  const session = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  usePageTitle(words.title);
  const isNamed = session.status === 'signedIn' && !session.me.isGuest;
  useEffect(() => {
    if (isNamed) navigate(paths.profile(), { replace: true });
  }, [isNamed, navigate]);
  return (
    <div className={styles.page}>
      <LoginForm title={words.title} text={words.text} />
      <Link to={paths.recover()} className={buttonClass('bare')}>
        {words.forgotten}
      </Link>
      <Link to={paths.register()} className={buttonClass('bare')}>
        {words.toRegister}
      </Link>
    </div>
  );
}
