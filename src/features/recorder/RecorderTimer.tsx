// mm:ss without pauses, and what is left of twenty minutes once it gets close.
import { useAtomValue } from 'jotai';
import { AUDIO_FLAG_SECONDS } from '../../../api/contract/limits.ts';
import { formatTimer } from '../../lib/format.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { elapsedSecondsAtom } from './atoms.ts';
import styles from './recorder.module.css';

/** From here on the time left is shown. */
const NEARLY_FULL_SECONDS = AUDIO_FLAG_SECONDS - 120;

export function RecorderTimer({ running }: { running: boolean }) {
  const seconds = useAtomValue(elapsedSecondsAtom);
  if (!running) return null;
  const left = AUDIO_FLAG_SECONDS - seconds;
  return (
    <div className={styles.timer}>
      <span role="timer">{formatTimer(seconds)}</span>
      {seconds >= NEARLY_FULL_SECONDS && left > 0 && (
        <span className={styles.left}>
          {fill(studioMessages.studio.timeLeft, { time: formatTimer(left) })}
        </span>
      )}
    </div>
  );
}
