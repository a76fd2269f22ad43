// /account/blocked: muted and blocked accounts.
import { HiddenList } from '../features/blocks/HiddenList.tsx';
import { blockMessages } from '../lib/messages/blocks.ts';
import styles from './AccountSectionPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

const { list: words } = blockMessages;

export function BlockedPage() {
  usePageTitle(words.title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p className={styles.text}>{words.intro}</p>
      </header>
      <HiddenList />
    </div>
  );
}
