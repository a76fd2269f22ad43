// A recording in the sheet of the queue and the history.
import type { ReactNode } from 'react';
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
  /** CSS pixels that it lies below its place while the rows are sorted. */
  shift?: number;
  isDragged?: boolean;
  children?: ReactNode;
}

export function TrackRow(props: TrackRowProps) {
  const { trackId, cover, title, line, onOpen, shift = 0, isDragged = false, children } = props;
  return (
    <li
      className={`${styles.row} ${isDragged ? styles.dragged : ''}`}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
    >
      <Link to={paths.player(trackId)} className={styles.open} onClick={onOpen}>
        <span className={styles.cover}>{cover !== undefined && <TrackCover cover={cover} />}</span>
        <span className={styles.title}>{title || messages.card.untitled}</span>
        <span className={styles.line}>{line}</span>
      </Link>
      {children}
    </li>
  );
}
