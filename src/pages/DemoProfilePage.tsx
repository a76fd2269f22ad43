// /demo-profile: the real profile page of a fictional account.
import { useAtomValue } from 'jotai/react';
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { DEMO_PERSON_ID } from '../features/demo/demoServer.ts';
import { SampleStage } from '../features/demo/SampleStage.tsx';
import { Sandbox } from '../features/demo/Sandbox.tsx';
import { TrackList } from '../features/feed/TrackList.tsx';
import { ProfileSkeleton } from '../features/profile/ProfileSkeleton.tsx';
import { ProfileView } from '../features/profile/ProfileView.tsx';
import { demoMessages } from '../lib/messages/demo.ts';
import { personAtom } from '../state/people.ts';
import { DEMO_WAYS } from './demoWays.ts';
import { usePageTitle } from './usePageTitle.ts';

export function DemoProfilePage() {
  usePageTitle(demoMessages.demos.profile[0]);
  return (
    <DemoFrame>
      <SampleStage failure="demo">
        {(sound) => (
          <Sandbox sound={sound} routes={DEMO_WAYS}>
            <Profile />
          </Sandbox>
        )}
      </SampleStage>
    </DemoFrame>
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
      deviceSettings={null}
      onResubmit={() => undefined}
    />
  );
}
