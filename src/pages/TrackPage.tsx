// The full player of the track in the path.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { HidePerson } from '../features/blocks/HidePerson.tsx';
import { Comments } from '../features/comments/Comments.tsx';
import { useMoments } from '../features/comments/useMoments.ts';
import { PlayerSkeleton } from '../features/player/PlayerSkeleton.tsx';
import { PlayerView } from '../features/player/PlayerView.tsx';
import { useTrackOnPage } from '../features/player/useTrackOnPage.ts';
import { FollowPerson } from '../features/profile/FollowButton.tsx';
import { playerMessages } from '../lib/messages/player.ts';
import { messages } from '../lib/messages.ts';
import { readMoment } from '../lib/moments.ts';
import { paths } from '../lib/paths.ts';
import { currentTrackAtom } from '../state/player.ts';
import { seekAtom } from '../state/playerRun.ts';
import { sessionAtom } from '../state/session.ts';
import { waitingUploadsAtom } from '../state/waitingUploads.ts';
import { buttonClass } from '../ui/Button.tsx';
import { latePart } from '../ui/latePart.tsx';
import { PartFailed } from '../ui/PartFailed.tsx';
import styles from './FeedPage.module.css';
import { renderHide } from './renderHide.tsx';
import { TrackNotShown } from './TrackNotShown.tsx';
import { usePageTitle } from './usePageTitle.ts';

/** Next, previous and the lock screen change the track: the URL follows. */
function useFollowCurrent(id: string): void {
  const currentId = useAtomValue(currentTrackAtom)?.id;
  const shown = useRef<string | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (currentId === id) shown.current = id;
    else if (shown.current === id && currentId !== undefined)
      navigate(paths.player(currentId), { replace: true });
  }, [currentId, id, navigate]);
}

/** Own recordings that are not on the server have a page as well. */
const LocalTracks = latePart(async () => (await import('../features/publish/LocalTracks.tsx')).LocalTracks);

const OwnTrack = latePart(async () => (await import('./OwnTrack.tsx')).OwnTrack, PartFailed);

const ReportSent = latePart(async () => (await import('../features/reports/ReportSent.tsx')).ReportSent);

/** Result of a report that returned to this page; null without one. */
function useReported(): 'sent' | 'kept' | null {
  const { reported } = Object(useLocation().state) as { reported?: unknown };
  return reported === 'sent' || reported === 'kept' ? reported : null;
}

export function TrackPage() {
  const { id = '' } = useParams();
  const waits = useAtomValue(waitingUploadsAtom).length > 0;
  useFollowCurrent(id);
  const reported = useReported();
  const [query] = useSearchParams();
  const { found, retry } = useTrackOnPage(id, readMoment(query.get('t')));
  const moments = useMoments(found.status === 'found' ? found.track : null);
  const seek = useSetAtom(seekAtom);
  const session = useAtomValue(sessionAtom);
  const isOwn =
    found.status === 'found' && session.status === 'signedIn' && session.me.id === found.track.userId;
  usePageTitle(found.status === 'found' ? found.track.title : playerMessages.miniPlayer);
  return (
    <div className={styles.page}>
      {reported !== null && <ReportSent sending={reported} />}
      {waits && <LocalTracks />}
      {found.status === 'loading' && <PlayerSkeleton />}
      {found.status === 'found' && (
        <PlayerView
          key={found.track.id}
          track={found.track}
          follow={<FollowPerson userId={found.track.userId} />}
          own={isOwn && <OwnTrack track={found.track} />}
          hide={<HidePerson userId={found.track.userId} username={found.track.user.username} look="words" />}
          comments={<Comments track={found.track} onMoment={seek} renderHide={renderHide} />}
          moments={moments}
        />
      )}
      <TrackNotShown found={found} retry={retry}>
        <Link to={paths.home()} className={buttonClass('primary')}>
          {messages.category.backToFeed}
        </Link>
      </TrackNotShown>
    </div>
  );
}
