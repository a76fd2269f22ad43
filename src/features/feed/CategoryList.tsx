// All recordings of one category, a page at a time, to the last.
import { useAtom } from 'jotai/react';
import { useMemo } from 'react';
import type { CategoryId } from '../../../api/contract/categories.ts';
import { messages } from '../../lib/messages.ts';
import type { MoreState } from '../../state/lists.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { categoryList } from './atoms.ts';
import styles from './CategoryList.module.css';
import { CardSkeleton } from './FeedSkeleton.tsx';
import { StaleLine } from './StaleLine.tsx';
import { TrackCard } from './TrackCard.tsx';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function CategoryList({ id }: { id: CategoryId }) {
  const source = categoryList(id);
  const [list, command] = useAtom(source);
  const rows = list.status === 'loading' ? null : list.rows;
  const playlist = useMemo(() => rows?.map((track) => track.id) ?? [], [rows]);
  if (list.status === 'loading') return <Placeholders />;
  const failed = list.status === 'failed' && (
    <StaleLine
      stale={{ copyFrom: list.copyFrom, offline: list.code === 'offline', retrying: list.refreshing }}
      onRetry={() => void command('refresh')}
    />
  );
  if (list.rows.length === 0) {
    return (
      <>
        {failed}
        <StateCard title={messages.category.emptyTitle} text={messages.category.emptyText} lang="de" />
      </>
    );
  }
  return (
    <>
      {failed}
      <ul className={styles.grid}>
        {list.rows.map((track) => (
          <li key={track.id} className={styles.item}>
            <TrackCard track={track} playlist={playlist} source={source} level={2} />
          </li>
        ))}
      </ul>
      <More state={list.more} onMore={() => void command('more')} />
    </>
  );
}

function Placeholders() {
  return (
    <div className={styles.grid} data-loading>
      {PLACEHOLDERS.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  );
}

function More({ state, onMore }: { state: MoreState; onMore: () => void }) {
  if (state === 'end') return null;
  if (state === 'failed') {
    const retry = (
      <Button kind="bare" onClick={onMore}>
        {messages.shell.retry}
      </Button>
    );
    return (
      <div className={styles.failed}>
        <Notice kind="warn" action={retry}>
          {messages.category.moreFailed}
        </Notice>
      </div>
    );
  }
  return (
    <p className={styles.more}>
      <Button busy={state === 'loading'} onClick={onMore}>
        {messages.category.loadMore}
      </Button>
    </p>
  );
}
