// A recording in the sheet of the queue and the history.
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { TrackCover } from '../../ui/TrackCover.tsx';
import styles from './ListeningSheet.module.css';

export interface TrackRowProps {
  trackId: string;
  /** Undefined for a recording that only the history has. */
  cover: string | undefined;
  title: string;
  line: string;
  onOpen: () => void;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  children?: ReactNode;
}

export function TrackRow(props: TrackRowProps) {
  const { trackId, cover, title, line, onOpen, className = '', style, children } = props;
  return (
    <li className={`${styles.row} ${className}`} style={style}>
      <Link to={paths.player(trackId)} className={styles.open} onClick={onOpen}>
        <span className={styles.cover}>{cover !== undefined && <TrackCover cover={cover} />}</span>
        <span className={styles.title}>{title || messages.card.untitled}</span>
        <span className={styles.line}>{line}</span>
      </Link>
      {children}
    </li>
  );
}
