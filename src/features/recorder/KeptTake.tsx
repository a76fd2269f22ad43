// A take was ended by leaving its page or by a crash: where it is now, and the way back.
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
  const thereAlready = pathname === paths.record();
  useEffect(() => {
    // What would be lost or forgotten is said until the person has answered.
    if (kept?.how !== 'kept') return;
    const timer = setTimeout(() => setKept(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [kept, setKept]);
  if (kept === null || (kept.how === 'cutOff' && thereAlready)) return null;
  return (
    <div role="status" className={styles.kept}>
      <span className={styles.keptWords}>
        {fill(WORDS[kept.how], { time: formatDuration(kept.seconds) })}
      </span>
      {!thereAlready && (
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
