// Says where a take is after its page was left or crashed, and links to it.
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { keptTakeAtom } from '../../state/keptTake.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './take.module.css';

const { drafts } = recorderMessages;
const WORDS = { kept: drafts.kept, inMemory: drafts.keptInMemory, cutOff: drafts.keptCutOff };
const SHOWN_MS = 12_000;

export function KeptTake() {
  const [kept, setKept] = useAtom(keptTakeAtom);
  const { pathname } = useLocation();
  const isOnRecordPage = pathname === paths.record();
  useEffect(() => {
    // Warnings about loss stay until the person closes them.
    if (kept?.how !== 'kept') return;
    const timer = setTimeout(() => setKept(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [kept, setKept]);
  if (kept === null || (kept.how === 'cutOff' && isOnRecordPage)) return null;
  return (
    <div role="status" className={styles.kept}>
      <span className={styles.keptWords}>
        {fill(WORDS[kept.how], { time: formatDuration(kept.seconds) })}
      </span>
      {!isOnRecordPage && (
        <Link to={paths.record()} className={buttonClass('bare')} onClick={() => setKept(null)}>
          {drafts.keptOpen}
        </Link>
      )}
      <IconButton label={drafts.close} onClick={() => setKept(null)}>
        <Icon name="close" size={20} />
      </IconButton>
    </div>
  );
}
