// /account/devices: signed-in devices, and adding another phone.
import { useAtomValue } from 'jotai/react';
import { Link, useHref } from 'react-router-dom';
import { devicesAtom } from '../features/devices/atoms.ts';
import { DeviceList } from '../features/devices/DeviceList.tsx';
import { ShowMove } from '../features/devices/ShowMove.tsx';
import { deviceMessages } from '../lib/messages/devices.ts';
import { paths } from '../lib/paths.ts';
import { sessionAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { OfflineNote } from '../ui/OfflineNote.tsx';
import styles from './AccountSectionPage.module.css';
import { SessionFailed } from './SessionFailed.tsx';
import { usePageTitle } from './usePageTitle.ts';

const { devices: words, take } = deviceMessages;

export function DevicesPage() {
  usePageTitle(words.title);
  const session = useAtomValue(sessionAtom);
  const isListed = useAtomValue(devicesAtom).status !== 'loading';
  const address = `${window.location.origin}${useHref(paths.move())}`;
  if (session.status === 'failed') return <SessionFailed session={session} />;
  if (session.status === 'visitor') {
    return (
      <StateCard title={words.title} level={1} text={words.visitor}>
        <Link to={paths.move()} className={buttonClass('primary')}>
          {take.title}
        </Link>
      </StateCard>
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p className={styles.text}>{words.intro}</p>
      </header>
      <OfflineNote />
      <DeviceList />
      {/* Below a list of any length: it stays where it appears. */}
      {isListed && session.status === 'signedIn' && <ShowMove address={address} />}
    </div>
  );
}
