// The end of a list: loads the next page on scroll or press. When the list ends, the focus moves from the button to the
// closing text.
import { type RefObject, useEffect, useRef } from 'react';
import { categoryMessages } from '../../lib/messages/category.ts';
import { messages } from '../../lib/messages.ts';
import type { MoreState } from '../../state/lists.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import styles from './TrackList.module.css';

const firstChild = (end: HTMLElement) => end.querySelector<HTMLElement>('button, p');

export function MoreTracks({ state, onMore }: { state: MoreState; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const grew = useRef(false);
  grew.current ||= state !== 'end';
  useMoreByScroll(end, state === 'idle', onMore);
  useKeptFocus(end, firstChild);
  if (!grew.current) return null;
  return (
    <div ref={end} className={styles.more}>
      {state === 'failed' && (
        <Notice
          kind="warn"
          action={
            <Button kind="bare" onClick={onMore}>
              {messages.shell.retry}
            </Button>
          }
        >
          {categoryMessages.moreFailed}
        </Notice>
      )}
      {(state === 'idle' || state === 'loading') && (
        <Button busy={state === 'loading'} onClick={onMore}>
          {categoryMessages.loadMore}
        </Button>
      )}
      {state === 'end' && (
        <p className={styles.end} tabIndex={-1}>
          {categoryMessages.allLoaded}
        </p>
      )}
    </div>
  );
}

// Loads the next page when the user scrolls near the end, and as long as they stay there, because at the end of the
// page they cannot scroll further. A list that fits the screen loads nothing: it has the button.

/** Screens before the end. */
const AHEAD = 1;

function isNear(end: HTMLElement | null): boolean {
  return end !== null && end.getBoundingClientRect().top < window.innerHeight * (1 + AHEAD);
}

function useMoreByScroll(end: RefObject<HTMLElement | null>, isOn: boolean, onMore: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      if (isNear(end.current)) onMore();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [end, isOn, onMore]);
  // After every render of the list: a page may have added nothing visible, and a flick may have ended before the
  // listener was attached. Before the next frame: a partly rendered list has its height by then.
  useEffect(() => {
    if (!isOn) return;
    const frame = requestAnimationFrame(() => {
      if (window.scrollY > 0 && isNear(end.current)) onMore();
    });
    return () => cancelAnimationFrame(frame);
  });
}
