// /consent: a person in a recording withdraws their consent. The link has its secret behind `#`, which browsers never
// send; the page removes it from the URL at once.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Withdrawal } from '../features/consents/Withdrawal.tsx';
import { consentMessages } from '../lib/messages/consents.ts';
import { paths } from '../lib/paths.ts';
import styles from './AccountSectionPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function ConsentPage() {
  usePageTitle(consentMessages.page.title);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setToken(hash.slice(1));
    navigate(paths.consent(), { replace: true });
  }, [hash, navigate]);
  return (
    <div className={styles.narrow}>
      <Withdrawal key={token} token={token} />
    </div>
  );
}
