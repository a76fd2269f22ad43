// /account/data: downloads all data of the account, and deletes the account.
import { useAtomValue } from 'jotai/react';
import { Link } from 'react-router-dom';
import { DeletionPanel } from '../features/ownData/DeletionPanel.tsx';
import { ExportPanel } from '../features/ownData/ExportPanel.tsx';
import { deviceMessages } from '../lib/messages/devices.ts';
import { ownDataMessages as words } from '../lib/messages/ownData.ts';
import { paths } from '../lib/paths.ts';
import { sessionAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { OfflineNote } from '../ui/OfflineNote.tsx';
import { RingSkeleton } from '../ui/RingSkeleton.tsx';
import styles from './AccountSectionPage.module.css';
import { SessionFailed } from './SessionFailed.tsx';
import { usePageTitle } from './usePageTitle.ts';

export function OwnDataPage() {
  usePageTitle(words.title);
  const session = useAtomValue(sessionAtom);
  if (session.status === 'visitor') {
    return (
      <StateCard title={words.title} level={1} text={words.visitor}>
        <Link to={paths.move()} className={buttonClass('primary')}>
          {deviceMessages.take.title}
        </Link>
      </StateCard>
    );
  }
  if (session.status === 'failed') return <SessionFailed session={session} />;
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      {session.status === 'signedIn' ? (
        <>
          <OfflineNote />
          <ExportPanel />
          <DeletionPanel isGuest={session.me.isGuest} />
        </>
      ) : (
        <RingSkeleton height="280px" shape="block" />
      )}
    </div>
  );
}
