// The rows, or what stands in their place: loading, empty, empty for this filter, out of reach.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useNavigate } from 'react-router-dom';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock, formatDate } from '../../lib/time.ts';
import { requireAdultAtom } from '../../state/adult.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { feedAtom, filterAtom, type Stale } from './atoms.ts';
import { FeedSection } from './FeedSection.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';

export interface FeedBodyProps {
  onRetry: () => void;
}

export function FeedBody({ onRetry }: FeedBodyProps) {
  const feed = useAtomValue(feedAtom);
  const setFilter = useSetAtom(filterAtom);
  switch (feed.status) {
    case 'loading':
      return <FeedSkeleton />;
    case 'filled':
      return (
        <>
          {feed.stale !== null && <StaleLine stale={feed.stale} onRetry={onRetry} />}
          {feed.sections.map((section) => (
            <FeedSection key={section.id} section={section} />
          ))}
        </>
      );
    case 'emptyFilter':
      return (
        <StateCard title={fill(messages.feed.emptyFilter, { filter: messages.filters.values[feed.filter] })}>
          <Button onClick={() => setFilter('all')}>{messages.feed.showAll}</Button>
        </StateCard>
      );
    case 'empty':
      return <EmptyFeed />;
    case 'failed':
      return (
        <>
          <StaleLine stale={feed} onRetry={onRetry} />
          <EmptyFeed />
        </>
      );
  }
}

function EmptyFeed() {
  const navigate = useNavigate();
  const requireAdult = useSetAtom(requireAdultAtom);
  const record = async () => {
    if (await requireAdult()) navigate(paths.record());
  };
  return (
    <StateCard title={messages.feed.emptyTitle} text={messages.feed.emptyText}>
      <Button kind="primary" onClick={() => void record()}>
        {messages.feed.startRecording}
      </Button>
    </StateCard>
  );
}

function StaleLine({ stale, onRetry }: { stale: Stale; onRetry: () => void }) {
  const { copyFrom, offline, retrying } = stale;
  const time = copyFrom === null ? '' : `${formatDate(copyFrom)}, ${formatClock(copyFrom)}`;
  return (
    <Notice
      kind="warn"
      action={
        <Button kind="bare" busy={retrying} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      }
    >
      {copyFrom !== null
        ? fill(messages.feed.offlineCopy, { time })
        : offline
          ? messages.feed.offline
          : messages.feed.refreshFailed}
    </Notice>
  );
}
