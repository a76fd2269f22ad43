// A placeholder with the size of the content. One slow sheen, none under reduced motion.
import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** CSS lengths. */
  width?: string;
  height?: string;
  radius?: 'field' | 'card' | 'sheet' | 'full';
  className?: string;
}

export function Skeleton({ width = '100%', height = '1em', radius = 'field', className }: SkeletonProps) {
  const style: CSSProperties = { width, height, borderRadius: `var(--radius-${radius})` };
  return (
    <span
      aria-hidden="true"
      className={[styles.skeleton, className].filter(Boolean).join(' ')}
      style={style}
    />
  );
}
