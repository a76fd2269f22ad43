// A page's actions, fixed to the lower edge, with a ring of progress above them.
import type { ReactNode } from 'react';
import styles from './ActionBar.module.css';
import { ProgressRing } from './ProgressRing.tsx';
import { useBarRoom } from './useBarRoom.ts';

interface ActionBarProps {
  children: ReactNode;
  /** An `ActionProgress` during an operation. */
  progress?: ReactNode;
  /** Additional styles of the row inside. */
  className?: string | undefined;
}

export function ActionBar({ children, progress, className }: ActionBarProps) {
  const bar = useBarRoom();
  return (
    <div ref={bar} className={styles.bar}>
      {progress}
      <div className={className ? `${styles.inner} ${className}` : styles.inner}>{children}</div>
    </div>
  );
}

/** `share`: progress, 0 … 1. */
export function ActionProgress({ share }: { share: number }) {
  return (
    <span className={styles.progress}>
      <ProgressRing share={share} />
    </span>
  );
}
