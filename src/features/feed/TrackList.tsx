// A paged list of track cards: category, search, profile. Pages pass it to features that show tracks.
import { useAtom, useAtomValue } from 'jotai/react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { categoryMessages } from '../../lib/messages/category.ts';
import { fill, messages } from '../../lib/messages.ts';
import type { MoreState } from '../../state/lists.ts';
import { sessionAtom } from '../../state/session.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { ActionChoice, ActionMenu } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PartFailed } from '../../ui/PartFailed.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { CardSkeleton } from './FeedSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { StaleLine } from './StaleLine.tsx';
import grid from './TrackGrid.module.css';
import { TrackGrid } from './TrackGrid.tsx';
import styles from './TrackList.module.css';
import { usePlaylist } from './usePlaylist.ts';

const firstChild = (end: HTMLElement) => end.querySelector<HTMLElement>('button, p');

function MoreTracks({ state, onMore }: { state: MoreState; onMore: () => void }) {
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

const NO_TRACKS: readonly TrackView[] = [];
/** Two rows of the widest layout; further placeholders are hidden. */
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const DeleteTrack = latePart(async () => (await import('./DeleteTrack.tsx')).DeleteTrack, PartFailed);

export interface TrackListProps {
  list: TracksAtom;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** Enables deleting the user's own cards; called after a deletion. */
  onDelete?: ((track: TrackView) => void) | undefined;
  /** Enables editing them too. */
  onEdit?: ((track: TrackView) => void) | undefined;
  /** Heading level of the titles: 3 under a section's heading, 2 under the page's. */
  level?: 2 | 3;
}

export function TrackList({ list: source, empty, onEdit, onDelete, level = 2 }: TrackListProps) {
  const [list, command] = useAtom(source);
  const session = useAtomValue(sessionAtom);
  const [asked, setAsked] = useState<TrackView | null>(null);
  const mayDelete = useRef(false);
  const heir = useRef<string | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  const playlist = usePlaylist(list.status === 'loading' ? NO_TRACKS : list.rows);
  const more = useCallback(() => void command('more'), [command]);
  useKeptFocus(ref, (root) => root);
  const ask = useCallback((track: TrackView) => {
    mayDelete.current = true;
    setAsked(track);
  }, []);
  const deletes = onDelete !== undefined;
  const renderMenu = useCallback(
    (track: TrackView) => <OwnMenu track={track} onEdit={onEdit} onDelete={ask} />,
    [onEdit, ask],
  );
  const follow = (gone: TrackView) => {
    const ids = playlist();
    const index = ids.indexOf(gone.id);
    heir.current = ids[index + 1] ?? ids[index - 1] ?? '';
    onDelete?.(gone);
  };
  // The dialog returns the focus to a deleted button: move it to the next card.
  useEffect(() => {
    if (asked !== null || heir.current === null) return;
    const card = ref.current?.querySelector<HTMLElement>(`[data-track="${heir.current}"] button`);
    heir.current = null;
    (card ?? ref.current)?.focus();
  }, [asked]);
  if (list.status === 'loading') return <TrackPlaceholders />;
  const refresh = () => void command('refresh');
  return (
    <div ref={ref} className={styles.list} tabIndex={-1}>
      {list.rows.length > 0 && (
        <>
          {list.status === 'failed' && (
            <div className={styles.stale}>
              <StaleLine
                stale={{ copyFrom: list.copyFrom, code: list.code, retrying: list.refreshing }}
                onRetry={refresh}
              />
            </div>
          )}
          <TrackGrid
            tracks={list.rows}
            hasMore={list.more !== 'end'}
            source={source}
            playlist={playlist}
            level={level}
            renderMenu={deletes ? renderMenu : undefined}
            ownId={session.status === 'signedIn' ? session.me.id : null}
          />
          <MoreTracks state={list.more} onMore={more} />
        </>
      )}
      {list.rows.length === 0 && list.status === 'ready' && empty}
      {list.rows.length === 0 && list.status === 'failed' && (
        <LoadFailed code={list.code} retrying={list.refreshing} onRetry={refresh} />
      )}
      {mayDelete.current && <DeleteTrack track={asked} onClose={() => setAsked(null)} onGone={follow} />}
    </div>
  );
}

interface OwnMenuProps {
  track: TrackView;
  onEdit: TrackListProps['onEdit'];
  onDelete: (track: TrackView) => void;
}

function OwnMenu({ track, onEdit, onDelete }: OwnMenuProps) {
  const title = track.title || messages.card.untitled;
  return (
    <ActionMenu label={fill(categoryMessages.more, { title })} title={title}>
      {onEdit !== undefined && (
        <ActionChoice icon="edit" onClick={() => onEdit(track)}>
          {categoryMessages.edit}
        </ActionChoice>
      )}
      <ActionChoice icon="trash" onClick={() => onDelete(track)}>
        {messages.card.delete}
      </ActionChoice>
    </ActionMenu>
  );
}

/** Placeholders of the first page. */
export function TrackPlaceholders() {
  return (
    <div className={`${styles.list} ${grid.grid} ${grid.coming}`} data-loading>
      {PLACEHOLDERS.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  );
}
