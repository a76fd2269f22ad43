// The feed's rows, or its loading, empty and error states.

import { useAtomValue, useSetAtom } from 'jotai/react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { requireAdultAtom } from '../../state/adult.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { feedAtom, filterAtom, type Section } from './atoms.ts';
import styles from './FeedBody.module.css';
import sectionStyles from './FeedSection.module.css';
import { FeedSkeleton, RowSkeleton } from './FeedSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { StaleLine } from './StaleLine.tsx';
import { TrackCard } from './TrackCard.tsx';
import { usePlaylist } from './usePlaylist.ts';

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
          {/* A new one below each row that arrived: nothing on the screen moves. */}
          {feed.isComing && <RowSkeleton key={feed.sections.length} />}
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

/**
 * One row of the feed: horizontal scrolling with snap on phones, a grid from 900 px. `isLead`: its first recording is large on wide
 * screens.
 */
export function FeedSection({ section, isLead = false }: { section: Section; isLead?: boolean }) {
  const title = messages.category.titles[section.id].row;
  const headingId = `section-${section.id}`;
  const playlist = usePlaylist(section.tracks);
  return (
    <section
      aria-labelledby={headingId}
      className={`${sectionStyles.section} ${isLead ? sectionStyles.lead : ''}`}
    >
      <div className={sectionStyles.head}>
        <h2 id={headingId} className={sectionStyles.title}>
          {title}
        </h2>
        <Link
          to={paths.category(section.id)}
          className={sectionStyles.more}
          aria-label={fill(messages.feed.more, { section: title })}
        >
          <Icon name="forward" size={20} />
        </Link>
      </div>
      <ul className={sectionStyles.row}>
        {section.tracks.map((track, index) => (
          <li key={track.id} className={sectionStyles.item}>
            <TrackCard track={track} playlist={playlist} isLead={isLead && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
