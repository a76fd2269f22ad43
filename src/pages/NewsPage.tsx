// Notifications, and the user's own activity. `?trackId=` marks the rows of a track, `?tab=` the tab.
import { useSearchParams } from 'react-router-dom';
import { TABS } from '../features/news/atoms.ts';
import { NewsRoom } from '../features/news/NewsRoom.tsx';
import { newsMessages } from '../lib/messages/news.ts';
import styles from './NewsPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function NewsPage() {
  usePageTitle(newsMessages.title);
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'notifications';
  return (
    <div className={styles.page}>
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
  );
}
