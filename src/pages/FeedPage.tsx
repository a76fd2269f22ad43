// Home: hero, filter, rows.
import { useAtomValue } from 'jotai/react';
import { FeedBody } from '../features/feed/FeedBody.tsx';
import { FeedFilters } from '../features/feed/FeedFilters.tsx';
import { FeedHero } from '../features/feed/FeedHero.tsx';
import { useFeedRefresh } from '../features/feed/useFeedRefresh.ts';
import { messages } from '../lib/messages.ts';
import { visibleTracksAtom } from '../state/tracks.ts';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function FeedPage() {
  usePageTitle(messages.feed.hero);
  const retry = useFeedRefresh();
  const newest = useAtomValue(visibleTracksAtom)[0] ?? null;
  return (
    <div className={styles.page}>
      <FeedHero track={newest} />
      <FeedFilters />
      <FeedBody onRetry={retry} />
    </div>
  );
}
