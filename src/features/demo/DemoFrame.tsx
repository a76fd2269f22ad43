// Frame of every demo: name, link back, and the notice that nothing is real.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { paths } from '../../lib/paths.ts';
import styles from './demo.module.css';

export interface DemoFrameProps {
  /** Omitted when the demo has its own heading. */
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
