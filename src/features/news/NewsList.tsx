// One tab of the News page in all its states.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { newsMessages } from '../../lib/messages/news.ts';
import { fill, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { formatCopyTime } from '../../lib/time.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import {
  loadNewsAtom,
  markAllReadAtom,
  markReadAtom,
  type NewsState,
  newsAtom,
  removeAtom,
  type TabName,
} from './atoms.ts';
import type { Entry } from './entries.ts';
import styles from './News.module.css';
import { NewsGroups } from './NewsGroups.tsx';

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
    <div ref={list} className={styles.list}>
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
        >
          <Link to={paths.home()} className={buttonClass()}>
            {messages.category.backToFeed}
          </Link>
        </StateCard>
      )}
      {state.entries.length > 0 && <NewsGroups tab={tab} entries={shown} trackId={trackId} />}
      <More state={state} onMore={() => void load(tab, 'more')} />
    </div>
  );
}

/** Shown above the rows of this device's copy, or instead of rows. */
function Failure({ state, onRetry }: { state: LoadedState; onRetry: () => void }) {
  const { copyFrom, code, refreshing, entries } = state;
  if (copyFrom === null && entries.length === 0)
    return (
      <StateCard code={code ?? 'internal'} title={newsMessages.failed}>
        <Button busy={refreshing} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  const time = copyFrom === null ? '' : formatCopyTime(copyFrom, Date.now());
  const text = copyFrom === null ? newsMessages.refreshFailed : fill(messages.feed.offlineCopy, { time });
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
        <RingSkeleton key={key} height="72px" shape="block" />
      ))}
    </div>
  );
}

// Rows that arrive while the user reads further down are held back, so that the list does not move.

/** New rows are held back when the page is scrolled further than this. */
const TOP_PX = 80;

const isAtTop = () => window.scrollY <= TOP_PX;

interface Arrivals {
  shown: readonly Entry[];
  /** Number of rows held back. */
  waiting: number;
  /** Scrolls to the top and shows them. */
  show: () => void;
}

function useArrivals(entries: readonly Entry[]): Arrivals {
  // Rows up to this moment are shown; null: all.
  const newest = useRef<string | null>(null);
  const [, redraw] = useState(0);
  const latest = entries[0]?.createdAt ?? null;
  if (newest.current === null || isAtTop() || (latest !== null && latest < newest.current))
    newest.current = latest;
  const until = newest.current;
  const shown = until === null ? entries : entries.filter(({ createdAt }) => createdAt <= until);
  const waiting = entries.length - shown.length;
  useEffect(() => {
    if (waiting === 0) return;
    const look = () => isAtTop() && redraw((count) => count + 1);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [waiting]);
  const show = () => {
    newest.current = latest;
    window.scrollTo({ top: 0 });
    redraw((count) => count + 1);
  };
  return { shown, waiting, show };
}

/** Marks new rows as read after two seconds on screen, the rest when the user leaves the page or tab. */
const SEEN_MS = 2000;
/** Rows seen within this time are marked together. */
const CHECK_MS = 500;

/** Watches the rows below `list` that carry `data-new` with their id; `unread` names all of them, in any order. */
function useReadWhenSeen(list: RefObject<HTMLElement | null>, tab: TabName, unread: string): void {
  const markRead = useSetAtom(markReadAtom);
  const markAll = useSetAtom(markAllReadAtom);
  useEffect(() => {
    if (unread === '' || !list.current) return;
    const since = new Map<string, number>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset.new ?? '';
          if (isIntersecting) since.set(id, performance.now());
          else since.delete(id);
        }
      },
      { threshold: 0.5 },
    );
    for (const row of list.current.querySelectorAll('[data-new]')) watch.observe(row);
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      const seen = [...since].filter(([, at]) => performance.now() - at >= SEEN_MS).map(([id]) => id);
      if (seen.length > 0) void markRead(seen);
    }, CHECK_MS);
    return () => {
      clearInterval(timer);
      watch.disconnect();
    };
  }, [list, unread, markRead]);
  useEffect(() => {
    const leave = () => void markAll(tab);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [tab, markAll]);
}
