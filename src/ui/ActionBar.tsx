// The bar by the thumb: a page's actions, fixed to the lower edge, with the work under way along its upper edge.
import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';

interface ActionBarProps {
  children: ReactNode;
  /** Share of the work that is done, 0 … 1; null while nothing is under way. */
  progress: number | null;
  /** Styles of the row inside, beside its own. */
  className?: string | undefined;
}

export function ActionBar({ children, progress, className }: ActionBarProps) {
  return (
    <div className={styles.bar}>
      {progress !== null && (
        <div className={styles.progress}>
          <span style={{ transform: `scaleX(${progress})` }} />
        </div>
      )}
      <div className={className ? `${styles.inner} ${className}` : styles.inner}>{children}</div>
    </div>
  );
}
