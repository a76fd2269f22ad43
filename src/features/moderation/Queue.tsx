// The queue: what waits on the left, the open item on the right; on phones one after the other. A look round every 30 s
// moves neither focus nor place.
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { sendAllHeldAtom } from './decisions.ts';
import { ItemView } from './ItemView.tsx';
import { claimAgainAtom, closeItemAtom, focusTurnAtom, openIdAtom, openItemAtom } from './opened.ts';
import { stopPreviewAtom } from './preview.ts';
import styles from './Queue.module.css';
import { QueueList } from './QueueList.tsx';
import { QueueSwitches } from './QueueSwitches.tsx';
import { QueueTools } from './QueueTools.tsx';
import { Standing } from './Standing.tsx';
import { useBackCloses } from './useBackCloses.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useQueueKeys } from './useQueueKeys.ts';

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
