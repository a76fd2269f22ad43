// Shown while a page's code is on its way.
import { messages } from '../lib/messages.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './PageLoading.module.css';

export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner size={32} label={messages.shell.loading} />
    </div>
  );
}
