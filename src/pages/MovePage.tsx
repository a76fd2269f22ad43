// /move: signs this phone in with the phrase of the old phone. A scanned code has it behind `#`, which browsers never
// send; the page removes it from the URL at once.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { TakeMove } from '../features/devices/TakeMove.tsx';
import { deviceMessages } from '../lib/messages/devices.ts';
import { paths } from '../lib/paths.ts';
import styles from './AccountSectionPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function MovePage() {
  usePageTitle(deviceMessages.take.title);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [scanned, setScanned] = useState(hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setScanned(hash.slice(1));
    navigate(paths.move(), { replace: true });
  }, [hash, navigate]);
  return (
    <div className={styles.narrow}>
      <TakeMove key={scanned} scanned={scanned} onDone={() => navigate(paths.profile(), { replace: true })} />
    </div>
  );
}
