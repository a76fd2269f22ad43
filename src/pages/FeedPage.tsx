// Home: hero, filter, rows.
import { useAtomValue } from 'jotai/react';
import { useLocation } from 'react-router-dom';
import { heroTrackAtom } from '../features/feed/atoms.ts';
import { FeedBody } from '../features/feed/FeedBody.tsx';
import { FeedFilters } from '../features/feed/FeedFilters.tsx';
import { FeedHero } from '../features/feed/FeedHero.tsx';
import { useFeedRetry } from '../features/feed/useFeedRetry.ts';
import { fill, messages } from '../lib/messages.ts';
import { waitingUploadsAtom } from '../state/waitingUploads.ts';
import { EmptyRing } from '../ui/EmptyRing.tsx';
import { latePart } from '../ui/latePart.tsx';
import styles from './FeedPage.module.css';
import { usePageTitle } from './usePageTitle.ts';

/** Most visits have nothing waiting. */
const WaitingTracks = latePart(
  async () => (await import('../features/publish/WaitingTracks.tsx')).WaitingTracks,
);

/** `isLost`: shown for a path without a page. */
export function FeedPage({ isLost = false }) {
  usePageTitle(messages.feed.hero);
  const { pathname } = useLocation();
  const retry = useFeedRetry();
  const newest = useAtomValue(heroTrackAtom);
  const waits = useAtomValue(waitingUploadsAtom).length > 0;
  return (
    <div className={styles.page}>
      {isLost && (
        <div role="status" className={styles.lost}>
          <EmptyRing kind="missing" />
          <p>{fill(messages.feed.lost, { path: pathname })}</p>
        </div>
      )}
      {waits && <WaitingTracks />}
      <FeedHero track={newest} />
      <FeedFilters />
      <FeedBody onRetry={retry} />
    </div>
  );
}
