// Progress of a file, a computation or a wait, as the ring of a recording fills: the only way the app shows progress.
import type { ReactNode } from 'react';
import styles from './ProgressRing.module.css';

export interface ProgressRingProps {
  /** 0 … 1. */
  share: number;
  /** CSS pixels; without it, `--side` of the class. */
  size?: number;
  /** Announces it; without a label the ring is a picture next to a text. */
  label?: string;
  /** Inside the ring; otherwise the percentage. */
  children?: ReactNode;
  className?: string | undefined;
}

export function ProgressRing({ share, size, label, children, className = '' }: ProgressRingProps) {
  const percent = Math.round(share * 100);
  const spoken =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          ...{ role: 'progressbar', 'aria-label': label },
          ...{ 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent },
        };
  return (
    <span
      className={`${styles.ring} ${className}`}
      style={size === undefined ? undefined : { width: size, height: size }}
      {...spoken}
    >
      <svg viewBox="0 0 56 56" className={styles.circle} aria-hidden="true">
        <circle cx="28" cy="28" r="26" className={styles.rest} />
        <circle cx="28" cy="28" r="26" className={styles.done} pathLength="1" strokeDashoffset={1 - share} />
      </svg>
      {children ?? <span className={styles.percent}>{percent} %</span>}
    </span>
  );
}
