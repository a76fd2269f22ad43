// The bar by the thumb: a page's actions, fixed to the lower edge, with the work under way along its upper edge.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './ActionBar.module.css';

interface ActionBarProps {
  children: ReactNode;
  /** An `ActionProgress` while work is under way. */
  progress: ReactNode;
  /** Styles of the row inside, beside its own. */
  className?: string | undefined;
}

/** Gives the page as much room below its end as the bar covers, however high notes and large text make it. */
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

/** `share` of the work that is done, 0 … 1. */
export function ActionProgress({ share }: { share: number }) {
  return (
    <div className={styles.progress}>
      <span style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
