// Home: hero, filter, rows.
import { useAtomValue } from 'jotai/react';
import { heroTrackAtom } from '../features/feed/atoms.ts';
import { FeedBody } from '../features/feed/FeedBody.tsx';
import { FeedFilters } from '../features/feed/FeedFilters.tsx';
import { FeedHero } from '../features/feed/FeedHero.tsx';
import { useFeedRetry } from '../features/feed/useFeedRetry.ts';
import { messages } from '../lib/messages.ts';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

export function FeedPage() {
  usePageTitle(messages.feed.hero);
  const retry = useFeedRetry();
  const newest = useAtomValue(heroTrackAtom);
  return (
    <div className={styles.page}>
      <FeedHero track={newest} />
      <FeedFilters />
      <FeedBody onRetry={retry} />
    </div>
  );
}
