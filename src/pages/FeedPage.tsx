// Home: hero, filter, rows.
import { useAtomValue } from 'jotai/react';
import { lazy, Suspense } from 'react';
import { heroTrackAtom } from '../features/feed/atoms.ts';
import { FeedBody } from '../features/feed/FeedBody.tsx';
import { FeedFilters } from '../features/feed/FeedFilters.tsx';
import { FeedHero } from '../features/feed/FeedHero.tsx';
import { useFeedRetry } from '../features/feed/useFeedRetry.ts';
import { messages } from '../lib/messages.ts';
import { waitingUploadsAtom } from '../state/waitingUploads.ts';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

/** Most visits have nothing waiting. Where it can't be fetched, the feed is shown all the same. */
const WaitingTracks = lazy(() =>
  import('../features/publish/WaitingTracks.tsx').then(
    ({ WaitingTracks: shown }) => ({ default: shown }),
    () => ({ default: () => null }),
  ),
);

export function FeedPage() {
  usePageTitle(messages.feed.hero);
  const retry = useFeedRetry();
  const newest = useAtomValue(heroTrackAtom);
  const waits = useAtomValue(waitingUploadsAtom).length > 0;
  return (
    <div className={styles.page}>
      {waits && (
        <Suspense fallback={null}>
          <WaitingTracks />
        </Suspense>
      )}
      <FeedHero track={newest} />
      <FeedFilters />
      <FeedBody onRetry={retry} />
    </div>
  );
}
