// Tells the user that another device signed them out, or that their account will be deleted. Stays until closed.
import { useAtom, useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { deviceMessages } from '../lib/messages/devices.ts';
import { fill, messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { formatDate } from '../lib/time.ts';
import { plannedErasureAtom, wasEndedAtom } from '../state/session.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './VersionNotice.module.css';

const words = deviceMessages.notice;

export function SessionNotice() {
  const [wasEnded, setEnded] = useAtom(wasEndedAtom);
  const eraseAt = useAtomValue(plannedErasureAtom);
  const [isClosed, setClosed] = useState(false);
  const { pathname } = useLocation();
  if (!wasEnded && (eraseAt === null || isClosed || pathname === paths.ownData())) return null;
  const close = () => (wasEnded ? setEnded(false) : setClosed(true));
  return (
    <div role={wasEnded ? 'alert' : 'status'} className={styles.notice}>
      <span className={styles.text}>
        {wasEnded ? words.ended : fill(words.erase, { date: formatDate(eraseAt ?? '') })}
      </span>
      {!wasEnded && (
        <Link to={paths.ownData()} className={buttonClass('bare')}>
          {words.eraseAction}
        </Link>
      )}
      <IconButton label={messages.shell.close} onClick={close}>
        <Icon name="close" size={20} />
      </IconButton>
    </div>
  );
}
