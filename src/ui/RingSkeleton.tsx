// The place of content that loads, at its size: a line of text, a ring for a round picture, or a block with both.
import type { CSSProperties } from 'react';
import styles from './RingSkeleton.module.css';

export interface RingSkeletonProps {
  shape?: 'line' | 'ring' | 'block';
  /** CSS lengths. */
  width?: string;
  height?: string;
  className?: string | undefined;
}

export function RingSkeleton({
  shape = 'line',
  width = '100%',
  height = '1em',
  className = '',
}: RingSkeletonProps) {
  const style: CSSProperties = { width, height };
  return (
    <span aria-hidden="true" className={`${styles.place} ${styles[shape]} ${className}`} style={style} />
  );
}
