// The end of a list that goes on: the next page comes by scrolling, and at a press.
import { useRef } from 'react';
import { messages } from '../../lib/messages.ts';
import type { MoreState } from '../../state/lists.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './TrackList.module.css';
import { useMoreByScroll } from './useMoreByScroll.ts';

export function MoreTracks({ state, onMore }: { state: MoreState; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useMoreByScroll(end, state === 'idle', onMore);
  if (state === 'end') return null;
  return (
    <div ref={end} className={styles.more}>
      {state === 'failed' ? (
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
      ) : (
        <Button busy={state === 'loading'} onClick={onMore}>
          {messages.category.loadMore}
        </Button>
      )}
    </div>
  );
}
