// Offers a new version of the app. Reloads with the next page opened while nothing is playing or in progress.
import { useAtomValue } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { offlineMessages } from '../lib/messages/offline.ts';
import { messages } from '../lib/messages.ts';
import { leftTakeAtom } from '../state/leftTake.ts';
import { currentTrackAtom } from '../state/player.ts';
import { waitingUploadsAtom } from '../state/waitingUploads.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './VersionNotice.module.css';

/** `isAtWork`: the user is recording, editing or publishing. */
export function VersionNotice({ isAtWork }: { isAtWork: boolean }) {
  const { pathname } = useLocation();
  const hasSound = useAtomValue(currentTrackAtom) !== null;
  const hasTake = useAtomValue(leftTakeAtom) !== null;
  const sends = useAtomValue(waitingUploadsAtom).length > 0;
  const [isClosed, setClosed] = useState(false);
  const place = useRef({ pathname, isAtWork });
  useEffect(() => {
    const before = place.current;
    if (before.pathname === pathname) return;
    place.current = { pathname, isAtWork };
    if (!(before.isAtWork || isAtWork || hasSound || hasTake || sends)) window.location.reload();
  }, [pathname, isAtWork, hasSound, hasTake, sends]);
  if (isAtWork || isClosed) return null;
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.text}>{offlineMessages.version.ready}</span>
      <Button kind="bare" onClick={() => window.location.reload()}>
        {offlineMessages.version.use}
      </Button>
      <IconButton label={messages.shell.close} onClick={() => setClosed(true)}>
        <Icon name="close" size={20} />
      </IconButton>
    </div>
  );
}
