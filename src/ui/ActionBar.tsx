// A page's actions, fixed to the lower edge, with a ring of progress above them.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './ActionBar.module.css';
import { ProgressRing } from './ProgressRing.tsx';

interface ActionBarProps {
  children: ReactNode;
  /** An `ActionProgress` during an operation. */
  progress: ReactNode;
  /** Additional styles of the row inside. */
  className?: string | undefined;
}

/** Reserves the bar's height below the page's content. */
function useRoom() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--action-inset', `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--action-inset');
    };
  }, []);
  return bar;
}

export function ActionBar({ children, progress, className }: ActionBarProps) {
  const bar = useRoom();
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
