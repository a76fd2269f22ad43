// mm:ss without pauses, and the time left of twenty minutes near the end. Keeps its space while nothing runs.
import { useAtomValue } from 'jotai';
import { AUDIO_FLAG_SECONDS } from '../../../api/contract/limits.ts';
import { formatTimer } from '../../lib/format.ts';
import { Say } from '../../ui/Say.tsx';
import { elapsedSecondsAtom } from './atoms.ts';
import styles from './recorder.module.css';

/** Shows the time left from here on. */
const NEARLY_FULL_SECONDS = AUDIO_FLAG_SECONDS - 120;

export interface RecorderTimerProps {
  running: boolean;
  /** With `{time}`. */
  left: string;
  /** Shown from twenty minutes on; longer takes are allowed. */
  over: string;
}

export function RecorderTimer({ running, left, over }: RecorderTimerProps) {
  const seconds = useAtomValue(elapsedSecondsAtom);
  const rest = AUDIO_FLAG_SECONDS - seconds;
  return (
    <div className={`${styles.timer} ${running ? '' : styles.still}`}>
      <span role="timer">{formatTimer(seconds)}</span>
      {running && seconds >= NEARLY_FULL_SECONDS && (
        <span className={styles.left}>
          {rest > 0 ? <Say text={left} values={{ time: formatTimer(rest) }} /> : <Say text={over} />}
        </span>
      )}
    </div>
  );
}
