// What every demo has: its name, the way back, and that nothing of it is real.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { paths } from '../../lib/paths.ts';
import styles from './demo.module.css';

export interface DemoFrameProps {
  /** Left out where the demo has a heading of its own. */
  title?: string;
  children: ReactNode;
}

export function DemoFrame({ title, children }: DemoFrameProps) {
  return (
    <div className={styles.page}>
      <p className={styles.banner}>
        <span>{words.nothingReal}</span>
        <Link to={paths.demo()} className={styles.link}>
          {words.title}
        </Link>
      </p>
      {title !== undefined && <h1 className={styles.title}>{title}</h1>}
      {children}
    </div>
  );
}
