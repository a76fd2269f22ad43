// All recordings of one category, twenty at a time.
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { CATEGORY_PAGE_TRACKS } from '../../../api/contract/limits.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { categoryAtom } from './atoms.ts';
import styles from './CategoryList.module.css';
import { CardSkeleton } from './FeedSkeleton.tsx';
import type { CategoryId } from './sections.ts';
import { TrackCard } from './TrackCard.tsx';

export interface CategoryListProps {
  id: CategoryId;
  onRetry: () => void;
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function CategoryList({ id, onRetry }: CategoryListProps) {
  const { status, tracks } = useAtomValue(categoryAtom)(id);
  const [shown, setShown] = useState(CATEGORY_PAGE_TRACKS);
  if (status === 'loading') {
    return (
      <div className={styles.grid} data-loading>
        {PLACEHOLDERS.map((key) => (
          <CardSkeleton key={key} />
        ))}
      </div>
    );
  }
  const failed = status === 'failed' && (
    <Notice
      kind="warn"
      action={
        <Button kind="bare" onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      }
    >
      {messages.feed.refreshFailed}
    </Notice>
  );
  if (tracks.length === 0) {
    return (
      <>
        {failed}
        <StateCard title={messages.category.emptyTitle} text={messages.category.emptyText} lang="de" />
      </>
    );
  }
  const playlist = tracks.map((track) => track.id);
  return (
    <>
      {failed}
      <ul className={styles.grid}>
        {tracks.slice(0, shown).map((track) => (
          <li key={track.id} className={styles.item}>
            <TrackCard track={track} playlist={playlist} level={2} />
          </li>
        ))}
      </ul>
      {tracks.length > shown && (
        <p className={styles.more}>
          <Button onClick={() => setShown(shown + CATEGORY_PAGE_TRACKS)}>{messages.category.loadMore}</Button>
        </p>
      )}
    </>
  );
}
