// A paged list of track cards: category, search, profile. Pages pass it to features that show tracks.
import { useAtom, useAtomValue } from 'jotai/react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { sessionAtom } from '../../state/session.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { latePart } from '../../ui/latePart.tsx';
import { PartFailed } from '../../ui/PartFailed.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { CardSkeleton } from './FeedSkeleton.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { MoreTracks } from './MoreTracks.tsx';
import { StaleLine } from './StaleLine.tsx';
import grid from './TrackGrid.module.css';
import { TrackGrid } from './TrackGrid.tsx';
import styles from './TrackList.module.css';
import { usePlaylist } from './usePlaylist.ts';

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
  /** Enables editing the user's own cards. */
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
            onEdit={onEdit}
            onDelete={onDelete && ask}
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
