// /demo-player: the real player on the sample.
import { useSetAtom } from 'jotai/react';
import { Comments } from '../features/comments/Comments.tsx';
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { FIRST_TRACK_ID } from '../features/demo/demoServer.ts';
import { SampleStage } from '../features/demo/SampleStage.tsx';
import { Sandbox } from '../features/demo/Sandbox.tsx';
import { PlayerSkeleton } from '../features/player/PlayerSkeleton.tsx';
import { PlayerView } from '../features/player/PlayerView.tsx';
import { useTrackOnPage } from '../features/player/useTrackOnPage.ts';
import { FollowPerson } from '../features/profile/FollowButton.tsx';
import { demoPaths } from '../lib/demoPaths.ts';
import { demoMessages } from '../lib/messages/demo.ts';
import { seekAtom } from '../state/playerRun.ts';
import { DEMO_WAYS } from './demoWays.ts';
import { usePageTitle } from './usePageTitle.ts';

export function DemoPlayerPage() {
  usePageTitle(demoMessages.demos.player[0]);
  return (
    <DemoFrame>
      <SampleStage failure="demo">
        {(sound) => (
          <Sandbox sound={sound} routes={DEMO_WAYS}>
            <Player />
          </Sandbox>
        )}
      </SampleStage>
    </DemoFrame>
  );
}

function Player() {
  const { found } = useTrackOnPage(FIRST_TRACK_ID, null);
  const seek = useSetAtom(seekAtom);
  if (found.status !== 'found') return <PlayerSkeleton />;
  const { track } = found;
  return (
    <PlayerView
      track={track}
      path={demoPaths.player}
      follow={<FollowPerson userId={track.userId} />}
      comments={<Comments track={track} onMoment={seek} />}
    />
  );
}
