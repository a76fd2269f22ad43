// The queue: what waits on the left, the open item on the right; on phones one after the other. A look round every 30 s
// moves neither focus nor place.
import { useAtomValue, useSetAtom } from 'jotai';
import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { KEEPS_PLACE } from '../../lib/paths.ts';
import { isOnlineAtom } from '../../state/online.ts';
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

// A row that somebody else has decided leaves the list, and with it what had the focus: the focus stays in the room.

/** Answers the handler of `onFocus` for `root`. Moves the focus only when its place is gone and nothing else took it. */
function useKeptFocus(root: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const rows = useAtomValue(queueAtom);
  const openId = useAtomValue(openIdAtom);
  const last = useRef<Element | null>(null);
  // What is drawn changes with the rows and the open item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are when to look, not what to look at
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    const at = (place: string) => root.current?.querySelector<HTMLElement>(place);
    (at('[data-item-title]') ?? at('[data-list]'))?.focus({ preventScroll: true });
  }, [rows, openId, root]);
  return useCallback(({ target }: FocusEvent) => {
    last.current = target;
  }, []);
}

// On phones the open item stands where the list stood: the browser's Back leads from it to the list. While one is open
// there, the history has an entry more, whichever item it is.

/** As in `Queue.module.css`: list and item side by side. */
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
  /** The entry is on its way out because the item was closed: what opens meanwhile stays open. */
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

export function Queue() {
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

  // The row that was open last: whoever comes back from it to the list goes on from there.
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    if (openId !== null) lastOpen.current = openId;
  }, [openId]);
  // Only what a person pressed moves the focus; the turn it is remembered by is that of the last press.
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
    // An item that begins below the middle leaves no room to work in.
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
        <ItemView key={openId} item={item} />
      </div>
      <QueueSwitches />
    </section>
  );
}
