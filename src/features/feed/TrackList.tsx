// A list of tracks as cards, a page at a time to its last: category, search, profile. Pages place it; a feature that
// shows tracks takes it as a slot.
import { useAtom, useAtomValue } from 'jotai/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { failureText, messages } from '../../lib/messages.ts';
import { sessionAtom } from '../../state/session.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { CardSkeleton } from './FeedSkeleton.tsx';
import { MoreTracks } from './MoreTracks.tsx';
import { StaleLine } from './StaleLine.tsx';
import grid from './TrackGrid.module.css';
import { TrackGrid } from './TrackGrid.tsx';
import styles from './TrackList.module.css';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];
const DeleteTrack = latePart(async () => (await import('./DeleteTrack.tsx')).DeleteTrack);

export interface TrackListProps {
  list: TracksAtom;
  /** Stands in its place when the server has nothing. */
  empty: ReactNode;
  /** Where it is given, the viewer's own cards can be deleted; called when one is gone. */
  onDelete?: ((track: TrackView) => void) | undefined;
  /** Where it is given, the words of the viewer's own cards can be changed. */
  onEdit?: ((track: TrackView) => void) | undefined;
  /** Heading level of the titles: 3 under a section's heading, 2 under the page's. */
  level?: 2 | 3;
}

export function TrackList({ list: source, empty, onEdit, onDelete, level = 2 }: TrackListProps) {
  const [list, command] = useAtom(source);
  const session = useAtomValue(sessionAtom);
  const [asked, setAsked] = useState<TrackView | null>(null);
  const rows = list.status === 'loading' ? null : list.rows;
  const playlist = useMemo(() => rows?.map((track) => track.id) ?? [], [rows]);
  const more = useCallback(() => void command('more'), [command]);
  const refresh = () => void command('refresh');
  if (list.status === 'loading') return <Placeholders />;
  const { refreshing } = list;
  if (list.rows.length === 0) {
    if (list.status === 'ready') return empty;
    return (
      <StateCard title={messages.feed.loadFailed} text={failureText(list.code)}>
        <Button busy={refreshing} onClick={refresh}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  }
  return (
    <div className={styles.list}>
      {list.status === 'failed' && (
        <StaleLine
          stale={{ copyFrom: list.copyFrom, offline: list.code === 'offline', retrying: refreshing }}
          onRetry={refresh}
        />
      )}
      <TrackGrid
        tracks={list.rows}
        source={source}
        playlist={playlist}
        level={level}
        onEdit={onEdit}
        onDelete={onDelete && setAsked}
        ownId={session.status === 'signedIn' ? session.me.id : null}
      />
      <MoreTracks state={list.more} onMore={more} />
      {asked !== null && (
        <DeleteTrack
          track={asked}
          onClose={() => setAsked(null)}
          onGone={() => {
            setAsked(null);
            onDelete?.(asked);
          }}
        />
      )}
    </div>
  );
}

/** The boxes of a first page on its way. */
function Placeholders() {
  return (
    <div
      className={`${styles.list} ${grid.grid}`}
      role="status"
      aria-label={messages.shell.loading}
      data-loading
    >
      {PLACEHOLDERS.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  );
}
