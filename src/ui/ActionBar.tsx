// The bar by the thumb: a page's actions, fixed to the lower edge, with the work under way along its upper edge.
import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

interface ActionBarProps {
  children: ReactNode;
  /** An `ActionProgress` while work is under way. */
  progress: ReactNode;
  /** Styles of the row inside, beside its own. */
  className?: string | undefined;
}

export function ActionBar({ children, progress, className }: ActionBarProps) {
  return (
    <div className={styles.bar}>
      {progress}
      <div className={className ? `${styles.inner} ${className}` : styles.inner}>{children}</div>
    </div>
  );
}

/** `share` of the work that is done, 0 … 1. */
export function ActionProgress({ share }: { share: number }) {
  return (
    <div className={styles.progress}>
      <span style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
