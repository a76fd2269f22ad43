// One line of status, with an icon and an optional action.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';

export interface NoticeProps {
  kind: 'info' | 'good' | 'warn' | 'bad';
  /** Instead of the kind's own. */
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
}

const ICONS: Record<NoticeProps['kind'], IconName> = {
  info: 'clock',
  good: 'check',
  warn: 'warning',
  bad: 'warning',
};

/** Screen readers announce `bad` at once (alert), the others politely (status). */
export function Notice({ kind, icon = ICONS[kind], children, action }: NoticeProps) {
  return (
    <div role={kind === 'bad' ? 'alert' : 'status'} className={`${styles.notice} ${styles[kind]}`}>
      <div className={styles.text}>
        <span className={styles.icon}>
          <Icon name={icon} size={20} />
        </span>
        {children}
      </div>
      {action}
    </div>
  );
}
