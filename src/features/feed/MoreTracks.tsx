// The end of a list that goes on: the next page comes by scrolling, and at a press. Its last word takes over the focus of
// the button.
import { useRef } from 'react';
import { messages } from '../../lib/messages.ts';
import type { MoreState } from '../../state/lists.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import styles from './TrackList.module.css';
import { useMoreByScroll } from './useMoreByScroll.ts';

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
          {messages.category.moreFailed}
        </Notice>
      )}
      {(state === 'idle' || state === 'loading') && (
        <Button busy={state === 'loading'} onClick={onMore}>
          {messages.category.loadMore}
        </Button>
      )}
      {state === 'end' && (
        <p className={styles.end} tabIndex={-1}>
          {messages.category.allLoaded}
        </p>
      )}
    </div>
  );
}
