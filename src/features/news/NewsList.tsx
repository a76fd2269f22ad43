// One tab of the News page in all its states.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useRef } from 'react';
import { newsMessages } from '../../lib/messages/news.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { formatCopyTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import {
  loadNewsAtom,
  markAllReadAtom,
  type NewsState,
  newsAtom,
  removeAtom,
  type TabName,
} from './atoms.ts';
import styles from './News.module.css';
import { NewsGroups } from './NewsGroups.tsx';
import { useArrivals } from './useArrivals.ts';
import { useReadWhenSeen } from './useReadWhenSeen.ts';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e'];

export function NewsList({ tab, trackId }: { tab: TabName; trackId: string | null }) {
  const state = useAtomValue(newsAtom(tab));
  if (state.status === 'loading') return <Placeholders />;
  return <Loaded tab={tab} trackId={trackId} state={state} />;
}

type LoadedState = Exclude<NewsState, { status: 'loading' }>;

function Loaded({ tab, trackId, state }: { tab: TabName; trackId: string | null; state: LoadedState }) {
  const load = useSetAtom(loadNewsAtom);
  const markAll = useSetAtom(markAllReadAtom);
  const remove = useSetAtom(removeAtom);
  const { shown, waiting, show } = useArrivals(state.entries);
  const list = useRef<HTMLDivElement>(null);
  const unread = shown.filter(({ isRead }) => !isRead);
  useReadWhenSeen(list, tab, unread.map(({ id }) => id).join(' '));
  return (
    <div ref={list}>
      {state.entries.length > 0 && (
        <p className={styles.actions}>
          {tab === 'notifications' && (
            <Button kind="bare" disabled={unread.length === 0} onClick={() => void markAll(tab)}>
              {newsMessages.markAll}
            </Button>
          )}
          <Button kind="bare" onClick={() => remove(tab, 'all')}>
            {newsMessages.clear}
          </Button>
        </p>
      )}
      {state.status === 'failed' && <Failure state={state} onRetry={() => void load(tab, 'refresh')} />}
      <div role="status" className={styles.arrivals}>
        {waiting > 0 && (
          <button type="button" className={styles.fresh} onClick={show}>
            {fill(newsMessages.fresh, { count: waiting })}
          </button>
        )}
      </div>
      {state.entries.length === 0 && state.status === 'ready' && (
        <StateCard
          title={newsMessages.empty}
          text={tab === 'notifications' ? newsMessages.emptyNotifications : newsMessages.emptyActivities}
        />
      )}
      {state.entries.length > 0 && <NewsGroups tab={tab} entries={shown} trackId={trackId} />}
      <More state={state} onMore={() => void load(tab, 'more')} />
    </div>
  );
}

/** Shown above the rows of this device's copy. */
function Failure({ state, onRetry }: { state: LoadedState; onRetry: () => void }) {
  const { copyFrom, code, refreshing, entries } = state;
  const time = copyFrom === null ? '' : formatCopyTime(copyFrom, Date.now());
  const text =
    copyFrom !== null
      ? fill(messages.feed.offlineCopy, { time })
      : entries.length > 0
        ? newsMessages.refreshFailed
        : `${newsMessages.failed}. ${failureText(code ?? 'internal')}`;
  return (
    <Notice
      kind="warn"
      action={
        <Button kind="bare" busy={refreshing} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

function More({ state, onMore }: { state: LoadedState; onMore: () => void }) {
  if (state.more === 'end') return null;
  return (
    <p className={styles.more}>
      {state.more === 'failed' && <span role="status">{newsMessages.moreFailed} </span>}
      <Button busy={state.more === 'loading'} onClick={onMore}>
        {newsMessages.more}
      </Button>
    </p>
  );
}

function Placeholders() {
  return (
    <div role="status" aria-label={messages.shell.loading} className={styles.placeholders} data-loading>
      {PLACEHOLDERS.map((key) => (
        <Skeleton key={key} height="72px" radius="card" />
      ))}
    </div>
  );
}
