// Notifications, and the user's own activity. `?trackId=` marks the rows of a track, `?tab=` the tab.
import { useSearchParams } from 'react-router-dom';
import { VoicesToHear } from '../features/feed/VoicesToHear.tsx';
import { TABS } from '../features/news/atoms.ts';
import { NewsRoom } from '../features/news/NewsRoom.tsx';
import { newsMessages } from '../lib/messages/news.ts';
import { useMedia } from '../ui/useMedia.ts';
import styles from './NewsPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

/** Room for a column beside the list; as in the style sheet. */
const WIDE = '(min-width: 1024px)';

export function NewsPage() {
  usePageTitle(newsMessages.title);
  const [query, setQuery] = useSearchParams();
  const isWide = useMedia(WIDE);
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'notifications';
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <h1>{newsMessages.title}</h1>
        <NewsRoom
          tab={tab}
          onTab={(next) => {
            const wanted = new URLSearchParams(query);
            if (next === 'notifications') wanted.delete('tab');
            else wanted.set('tab', next);
            setQuery(wanted, { replace: true });
          }}
          trackId={query.get('trackId')}
        />
      </div>
      {isWide && (
        <div className={styles.beside}>
          <VoicesToHear place="beside" />
        </div>
      )}
    </div>
  );
}
