// A ring that shrinks round what it is drawn over while a time runs down.
import type { CSSProperties, ReactNode } from 'react';
import styles from './take.module.css';
import { AUTO_SAVE_MS } from './useAutoSave.ts';

export function SaveRing({ running, children }: { running: boolean; children: ReactNode }) {
  return (
    <span className={styles.ringed} data-counting={running || undefined}>
      {children}
      {running && (
        <svg
          className={styles.saveRing}
          aria-hidden="true"
          style={{ '--time': `${AUTO_SAVE_MS}ms` } as CSSProperties}
        >
          <rect x="1.5" y="1.5" rx="24" pathLength="100" />
        </svg>
      )}
    </span>
  );
}
