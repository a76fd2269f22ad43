// /demo-feed, /demo-player and /demo-profile: the real pages with a simulated server.
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { Comments } from '../features/comments/Comments.tsx';
import { useMoments } from '../features/comments/useMoments.ts';
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DEMO_PERSON_ID, FIRST_TRACK_ID } from '../features/demo/demoServer.ts';
import { SampleStage } from '../features/demo/SampleStage.tsx';
import { Sandbox } from '../features/demo/Sandbox.tsx';
import { FeedBody } from '../features/feed/FeedBody.tsx';
import { FeedFilters } from '../features/feed/FeedFilters.tsx';
import { TrackList } from '../features/feed/TrackList.tsx';
import { useFeedRetry } from '../features/feed/useFeedRetry.ts';
import { PlayerSkeleton } from '../features/player/PlayerSkeleton.tsx';
import { PlayerView } from '../features/player/PlayerView.tsx';
import { useTrackOnPage } from '../features/player/useTrackOnPage.ts';
import { FollowPerson } from '../features/profile/FollowButton.tsx';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton.tsx';
import { ProfileView } from '../features/profile/ProfileView.tsx';
import { demoPaths } from '../lib/demoPaths.ts';
import { demoMessages } from '../lib/messages/demo.ts';
import { personAtom } from '../state/people.ts';
import { seekAtom } from '../state/playerRun.ts';
import { usePageTitle } from './usePageTitle.ts';

/** Targets of the app's links inside a demo. */
const ROUTES = [
  ['/player', demoPaths.player],
  ['/comment-track', demoPaths.player],
  ['/profile', demoPaths.profile],
  ['/category', demoPaths.feed],
  ['/demo', '/demo'],
] as const;

function Simulated({ children, ...frame }: { title?: string; children: ReactNode }) {
  return (
    <DemoFrame {...frame}>
      <SampleStage failure="demo">
        {(sound) => (
          <Sandbox sound={sound} routes={ROUTES}>
            {children}
          </Sandbox>
        )}
      </SampleStage>
    </DemoFrame>
  );
}

export function DemoFeedPage() {
  const [name] = demoMessages.demos.feed;
  usePageTitle(name);
  return (
    <Simulated title={name}>
      <Feed />
    </Simulated>
  );
}

function Feed() {
  const retry = useFeedRetry();
  return (
    <>
      <FeedFilters />
      <FeedBody onRetry={retry} />
    </>
  );
}

export function DemoPlayerPage() {
  usePageTitle(demoMessages.demos.player[0]);
  return (
    <Simulated>
      <Player />
    </Simulated>
  );
}

function Player() {
  const { found } = useTrackOnPage(FIRST_TRACK_ID, null);
  const moments = useMoments(found.status === 'found' ? found.track : null);
  const seek = useSetAtom(seekAtom);
  if (found.status !== 'found') return <PlayerSkeleton />;
  const { track } = found;
  return (
    <PlayerView
      track={track}
      path={demoPaths.player}
      follow={<FollowPerson userId={track.userId} />}
      comments={<Comments track={track} onMoment={seek} />}
      moments={moments}
    />
  );
}

export function DemoProfilePage() {
  usePageTitle(demoMessages.demos.profile[0]);
  return (
    <Simulated>
      <Profile />
    </Simulated>
  );
}

function Profile() {
  const state = useAtomValue(personAtom(DEMO_PERSON_ID));
  if (state.status !== 'found') return <ProfileSkeleton />;
  return (
    <ProfileView
      person={state.person}
      stale={null}
      who="other"
      renderList={(shown) => <TrackList key={String(shown.list)} {...shown} />}
      waiting={null}
      onResubmit={() => undefined}
    />
  );
}
