// The feed's rows, or its loading, empty and error states.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { requireAdultAtom } from '../../state/adult.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { feedAtom, filterAtom } from './atoms.ts';
import styles from './FeedBody.module.css';
import { FeedSection } from './FeedSection.tsx';
import { FeedSkeleton, RowSkeleton } from './FeedSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { StaleLine } from './StaleLine.tsx';

export interface FeedBodyProps {
  onRetry: () => void;
}

export function FeedBody({ onRetry }: FeedBodyProps) {
  const ref = useRef<HTMLDivElement>(null);
  useAtomValue(feedAtom);
  useKeptFocus(ref, (body) => body);
  return (
    <div ref={ref} className={styles.body} tabIndex={-1}>
      <Shown onRetry={onRetry} />
    </div>
  );
}

function Shown({ onRetry }: FeedBodyProps) {
  const feed = useAtomValue(feedAtom);
  const setFilter = useSetAtom(filterAtom);
  switch (feed.status) {
    case 'loading':
      return <FeedSkeleton />;
    case 'filled':
      return (
        <>
          {feed.stale !== null && <StaleLine stale={feed.stale} onRetry={onRetry} />}
          {feed.sections.map((section, index) => (
            <FeedSection key={section.id} section={section} isLead={index === 0} />
          ))}
          {feed.isComing && <RowSkeleton />}
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
      return <LoadFailed code={feed.code} retrying={feed.retrying} onRetry={onRetry} />;
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
