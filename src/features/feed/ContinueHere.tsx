// Offers to continue where listening stopped, at the foot of a card's picture instead of its numbers.
import { formatDuration } from '../../lib/format.ts';
import { listeningMessages as words } from '../../lib/messages/listening.ts';
import { fill } from '../../lib/messages.ts';
import styles from './ContinueHere.module.css';

export interface ContinueHereProps {
  title: string;
  seconds: number;
  onPlay: (from: number) => void;
}

export function ContinueHere({ title, seconds, onPlay }: ContinueHereProps) {
  const time = formatDuration(seconds);
  return (
    <button
      type="button"
      className={styles.continue}
      aria-label={fill(words.continueOne, { title, time })}
      onClick={() => onPlay(seconds)}
    >
      <span className={styles.pill}>{fill(words.continueAt, { time })}</span>
    </button>
  );
}
