// /demo-feed: the real feed with a simulated server.
import { DemoFrame } from '../features/demo/DemoFrame.tsx';
import { SampleStage } from '../features/demo/SampleStage.tsx';
import { Sandbox } from '../features/demo/Sandbox.tsx';
import { FeedBody } from '../features/feed/FeedBody.tsx';
import { FeedFilters } from '../features/feed/FeedFilters.tsx';
import { useFeedRetry } from '../features/feed/useFeedRetry.ts';
import { demoMessages } from '../lib/messages/demo.ts';
import { DEMO_WAYS } from './demoWays.ts';
import { usePageTitle } from './usePageTitle.ts';

const [name] = demoMessages.demos.feed;

export function DemoFeedPage() {
  usePageTitle(name);
  return (
    <DemoFrame title={name}>
      <SampleStage failure="demo">
        {(sound) => (
          <Sandbox sound={sound} routes={DEMO_WAYS}>
            <Feed />
          </Sandbox>
        )}
      </SampleStage>
    </DemoFrame>
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
