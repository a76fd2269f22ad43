// For `latePart`: a part that the user asked for couldn't load. At the lower edge, where it is seen at every scroll
// position.
import { messages } from '../lib/messages.ts';
import styles from './UndoBar.module.css';

export function PartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={styles.bar}>
      <span className={styles.text}>{messages.shell.partFailed}</span>
      <button type="button" className={styles.undo} onClick={onRetry}>
        {messages.shell.retry}
      </button>
    </div>
  );
}
