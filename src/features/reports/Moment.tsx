// "At 3:12": the moment a report is about. It can be taken out, and put in while the recording plays.
import { useAtomValue } from 'jotai/react';
import { formatDuration } from '../../lib/format.ts';
import { reportMessages as words } from '../../lib/messages/report.ts';
import { fill } from '../../lib/messages.ts';
import { currentTrackAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './reports.module.css';

export interface MomentProps {
  trackId: string;
  /** Whole seconds. */
  at: number | null;
  onChange: (at: number | null) => void;
}

export function Moment({ trackId, at, onChange }: MomentProps) {
  const isCurrent = useAtomValue(currentTrackAtom)?.id === trackId;
  const elapsed = Math.floor(useAtomValue(elapsedSecondsAtom));
  if (at !== null)
    return (
      <div className={styles.moment} data-moment={at}>
        <Icon name="clock" size={18} />
        <span>{fill(words.moment, { time: formatDuration(at) })}</span>
        <IconButton label={words.removeMoment} onClick={() => onChange(null)}>
          <Icon name="close" size={18} />
        </IconButton>
      </div>
    );
  if (!isCurrent || elapsed <= 0) return null;
  return (
    <button type="button" className={styles.addMoment} onClick={() => onChange(elapsed)}>
      <Icon name="clock" size={18} />
      {fill(words.addMoment, { time: formatDuration(elapsed) })}
    </button>
  );
}
