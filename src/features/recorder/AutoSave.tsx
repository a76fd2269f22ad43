// Saves the take 1500 ms after the stop unless the person touches, types or moves the focus; a ring shows the time left.
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './take.module.css';

const AUTO_SAVE_MS = 1500;

/** True while the timer runs. Starts when `enabled` becomes true; once stopped, it stays stopped until then. */
export function useAutoSave(enabled: boolean, save: () => void): boolean {
  const [waiting, setWaiting] = useState(false);
  const act = useRef(save);
  act.current = save;
  useEffect(() => {
    if (!enabled) return;
    const scope = new AbortController();
    const stop = () => {
      scope.abort();
      clearTimeout(timer);
      setWaiting(false);
    };
    const timer = setTimeout(() => {
      stop();
      act.current();
    }, AUTO_SAVE_MS);
    setWaiting(true);
    // A key still held from the stop does not count.
    const key = (event: KeyboardEvent) => !event.repeat && stop();
    const options = { signal: scope.signal, capture: true };
    // One frame later, because the sheet itself moves the focus when it opens.
    const armed = requestAnimationFrame(() => {
      document.addEventListener('pointerdown', stop, options);
      document.addEventListener('keydown', key, options);
      document.addEventListener('focusin', stop, options);
    });
    return () => {
      cancelAnimationFrame(armed);
      stop();
    };
  }, [enabled]);
  return waiting;
}

export function SaveRing({ running, children }: { running: boolean; children: ReactNode }) {
  return (
    <span className={styles.ringed} data-counting={running || undefined}>
      {children}
      {running && (
        <svg
          className={styles.saveRing}
          aria-hidden="true"
          style={{ '--clock': `${AUTO_SAVE_MS}ms` } as CSSProperties}
        >
          <rect x="1.5" y="1.5" rx="24" pathLength="100" />
        </svg>
      )}
    </span>
  );
}
