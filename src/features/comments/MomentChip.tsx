// "at 3:12": where the recording is now, to be put into a comment. Its own component: it draws every second.
import { useAtomValue } from 'jotai/react';
import { formatDuration } from '../../lib/format.ts';
import { commentMessages } from '../../lib/messages/comments.ts';
import { fill } from '../../lib/messages.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './CommentForm.module.css';

export interface MomentChipProps {
  trackId: string;
  /** Gets the words, as they stand on the chip. */
  onPick: (moment: string) => void;
}

export function MomentChip({ trackId, onPick }: MomentChipProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === trackId;
  const elapsed = useAtomValue(elapsedSecondsAtom);
  if (!isCurrent || elapsed <= 0) return null;
  const time = formatDuration(elapsed);
  const moment = fill(commentMessages.moment, { time });
  return (
    <button
      type="button"
      className={styles.moment}
      aria-label={fill(commentMessages.addMoment, { time })}
      onClick={() => onPick(moment)}
    >
      <Icon name="clock" size={18} />
      {moment}
    </button>
  );
}
