// The queue: the list on the left, the open item on the right; on phones one after the other. A refresh every 30 s
// moves neither focus nor scroll position.
import { useAtomValue, useSetAtom } from 'jotai';
import { type FocusEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { KEEPS_PLACE } from '../../lib/paths.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { rulesAtom } from '../../state/rules.ts';
import { sendAllHeldAtom } from './decisions.ts';
import { ItemView } from './ItemView.tsx';
import { queueAtom } from './list.ts';
import { claimAgainAtom, closeItemAtom, focusTurnAtom, openIdAtom, openItemAtom } from './opened.ts';
import { stopPreviewAtom } from './preview.ts';
import styles from './Queue.module.css';
import { QueueList } from './QueueList.tsx';
import { QueueSwitches } from './QueueSwitches.tsx';
import { QueueTools } from './QueueTools.tsx';
import { Standing } from './Standing.tsx';
import { useQueueKeys } from './useQueueKeys.ts';

// A row that another moderator has decided leaves the list together with the focus: keep the focus in the queue.

/**
 * Answers the handler of `onFocus` for `root`. Moves the focus only when its element is gone and nothing else took
 * it.
 */
function useKeptFocus(root: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const rows = useAtomValue(queueAtom);
  const openId = useAtomValue(openIdAtom);
  const last = useRef<Element | null>(null);
  // The rendered elements change with the rows and the open item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they trigger the effect but are not read in it
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    const at = (place: string) => root.current?.querySelector<HTMLElement>(place);
    (at('[data-item-title]') ?? at('[data-list]'))?.focus({ preventScroll: true });
  }, [rows, openId, root]);
  return useCallback(({ target }: FocusEvent) => {
    last.current = target;
  }, []);
}

// On phones the open item replaces the list: the browser's Back returns to the list. While any item is open there,
// the history has one more entry.

/** As in `Queue.module.css`: list and item next to each other. */
const SIDE_BY_SIDE = '(min-width: 900px)';
const STATE = { queueItem: true, ...KEEPS_PLACE } as const;
const isMark = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'queueItem' in state;

function useBackCloses(isOpen: boolean, close: () => void): void {
  const { pathname, search, state } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const isMarked = isMark(state);
  const wasMarked = useRef(isMarked);
  /** Closing the item removes the entry; an item opened meanwhile stays open. */
  const isLeaving = useRef(false);
  useEffect(() => {
    const hasLeft = wasMarked.current && !isMarked && arrival === 'POP';
    const isBack = hasLeft && !isLeaving.current;
    wasMarked.current = isMarked;
    if (hasLeft) isLeaving.current = false;
    if (isOpen && isBack) return close();
    if (isOpen && !isMarked && !matchMedia(SIDE_BY_SIDE).matches)
      void navigate({ pathname, search }, { state: STATE });
    if (!isOpen && isMarked && !isLeaving.current) {
      isLeaving.current = true;
      void navigate(-1);
    }
  }, [isOpen, isMarked, arrival, close, navigate, pathname, search]);
}

interface QueueProps {
  /** Shown with the open item. */
  beside?: (uploadId: string) => ReactNode;
}

export function Queue({ beside }: QueueProps) {
  const item = useAtomValue(openItemAtom);
  const openId = useAtomValue(openIdAtom);
  const turn = useAtomValue(focusTurnAtom);
  const setTurn = useSetAtom(focusTurnAtom);
  const close = useSetAtom(closeItemAtom);
  const sendHeld = useSetAtom(sendAllHeldAtom);
  const stopPreview = useSetAtom(stopPreviewAtom);
  const root = useRef<HTMLElement>(null);
  const isOnline = useAtomValue(isOnlineAtom);
  const claimAgain = useSetAtom(claimAgainAtom);
  useQueueKeys();
  // The digits of the rules work before the question is open.
  useAtomValue(rulesAtom);
  useEffect(() => {
    if (isOnline) claimAgain();
  }, [isOnline, claimAgain]);
  const onFocus = useKeptFocus(root);
  const backToList = useCallback(() => {
    close();
    setTurn((before) => before + 1);
  }, [close, setTurn]);
  useBackCloses(openId !== null, backToList);

  useEffect(() => {
    const leave = () => {
      sendHeld();
      close(true);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      close();
      stopPreview();
    };
  }, [close, sendHeld, stopPreview]);

  // The row that was open last: on return to the list the focus goes there.
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    if (openId !== null) lastOpen.current = openId;
  }, [openId]);
  // Only a user's press moves the focus; `turn` identifies the last one.
  const seen = useRef(turn);
  useEffect(() => {
    if (seen.current === turn) return;
    seen.current = turn;
    const find = (place: string) => {
      const found = root.current?.querySelector<HTMLElement>(place);
      return found?.offsetParent ? found : null;
    };
    const row = find('[data-open-row]') ?? find(`[data-upload="${lastOpen.current}"] [data-opener]`);
    const item = find('[data-item]');
    const place = row ?? find('[data-item-title]') ?? find('[data-list]');
    place?.focus({ preventScroll: true });
    const isAlone = item !== null && row === null;
    if (!isAlone) place?.scrollIntoView({ block: 'nearest' });
    // An item that begins below the middle of the screen is scrolled up.
    if (isAlone || (item && item.getBoundingClientRect().top > innerHeight / 2)) item.scrollIntoView();
  }, [turn]);

  return (
    <section
      ref={root}
      className={styles.queue}
      data-queue
      onFocus={onFocus}
      data-item-open={openId === null ? undefined : ''}
      aria-label={moderationMessages.admin.queue}
    >
      <QueueTools />
      <Standing />
      <div className={styles.split}>
        <QueueList />
        <ItemView key={openId} item={item} beside={openId === null ? null : beside?.(openId)} />
      </div>
      <QueueSwitches />
    </section>
  );
}
