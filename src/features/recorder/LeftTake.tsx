// Says where a take is after its page was left or crashed, and links to it.
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatDuration } from '../../lib/format.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { fill } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { leftTakeAtom } from '../../state/leftTake.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './take.module.css';

const { drafts } = recorderMessages;
const WORDS = { saved: drafts.saved, inMemory: drafts.savedInMemory, cutOff: drafts.savedCutOff };
const SHOWN_MS = 12_000;

export function LeftTake() {
  const [take, setTake] = useAtom(leftTakeAtom);
  const { pathname } = useLocation();
  const isOnRecordPage = pathname === paths.record();
  useEffect(() => {
    // Warnings about loss stay until the person closes them.
    if (take?.how !== 'saved') return;
    const timer = setTimeout(() => setTake(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [take, setTake]);
  if (take === null || (take.how === 'cutOff' && isOnRecordPage)) return null;
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.noticeWords}>
        {fill(WORDS[take.how], { time: formatDuration(take.seconds) })}
      </span>
      {!isOnRecordPage && (
        <Link to={paths.record()} className={buttonClass('bare')} onClick={() => setTake(null)}>
          {drafts.keptOpen}
        </Link>
      )}
      <IconButton label={drafts.close} onClick={() => setTake(null)}>
        <Icon name="close" size={20} />
      </IconButton>
    </div>
  );
}
