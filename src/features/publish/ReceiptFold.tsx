// A question with its short answer. Opened, it shows the whole answer below.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './receipt.module.css';

interface ReceiptFoldProps {
  icon: IconName;
  title: string;
  /** The short answer. */
  line: string;
  children: ReactNode;
}

export const ReceiptFold = ({ icon, title, line, children }: ReceiptFoldProps) => (
  // The fixed bar covers what opens at the end of a form.
  <details
    className={styles.receipt}
    onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
  >
    <summary>
      <Icon name={icon} size={18} />
      <span className={styles.grows}>
        <span className={styles.title}>{title}</span> {line}
      </span>
      <Icon name="down" size={20} />
    </summary>
    <div className={styles.card}>{children}</div>
  </details>
);
