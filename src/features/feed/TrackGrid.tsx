// Cards in columns. A long list draws those near the screen, and the one that has the focus wherever it stands.
import { type CSSProperties, type FocusEvent, useDeferredValue, useRef, useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { Span } from '../../lib/drawnSpan.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { TrackCard } from './TrackCard.tsx';
import styles from './TrackGrid.module.css';
import { FIRST_DRAWN, type RowWindow, useRowWindow, WHOLE_UP_TO } from './useRowWindow.ts';

export interface TrackGridProps {
  tracks: readonly TrackView[];
  /** The server has more of them. */
  goesOn: boolean;
  source: TracksAtom;
  playlist: () => readonly string[];
  level: 2 | 3;
  onEdit: ((track: TrackView) => void) | undefined;
  onDelete: ((track: TrackView) => void) | undefined;
  /** Whose cards can be deleted. */
  ownId: string | null;
}

const placeOf = (index: number, columns: number) =>
  ({ '--column': index % columns, '--row': Math.floor(index / columns) }) as CSSProperties;

function shapeStyle({ columns, gap, pitch }: RowWindow, count: number): CSSProperties {
  const rows = Math.ceil(count / columns);
  return {
    '--columns': columns,
    '--gap': `${gap}px`,
    '--pitch': `${pitch}px`,
    height: rows * pitch,
  } as CSSProperties;
}

/** In their order: those near the screen, and the focused one. */
function drawnOf(
  tracks: readonly TrackView[],
  { first, end }: Span,
  focusedId: string | null,
): [number, TrackView][] {
  const drawn = tracks.slice(first, end).map((track, at): [number, TrackView] => [first + at, track]);
  const index = focusedId === null ? -1 : tracks.findIndex(({ id }) => id === focusedId);
  const focused = tracks[index];
  if (focused === undefined || (index >= first && index < end)) return drawn;
  return index < first ? [[index, focused], ...drawn] : [...drawn, [index, focused]];
}

export function TrackGrid({
  tracks,
  goesOn,
  source,
  playlist,
  level,
  onEdit,
  onDelete,
  ownId,
}: TrackGridProps) {
  const ref = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const near = useRowWindow(tracks.length, goesOn, ref);
  // The first screen at once, the rest of a short list in pieces: the page answers a finger meanwhile.
  const end = useDeferredValue(Math.min(tracks.length, WHOLE_UP_TO), FIRST_DRAWN);
  const drawn = drawnOf(tracks, near ?? { first: 0, end }, focusedId);
  const follow = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-track]')?.dataset.track ?? null);
  return (
    <ul
      ref={ref}
      className={`${styles.grid} ${near === null ? '' : styles.long}`}
      style={near === null ? undefined : shapeStyle(near, tracks.length)}
      onFocus={follow}
      onBlur={() => setFocusedId(null)}
    >
      {drawn.map(([index, track]) => (
        <li
          key={track.id}
          className={styles.item}
          style={near === null ? undefined : placeOf(index, near.columns)}
          aria-setsize={near === null ? undefined : tracks.length}
          aria-posinset={near === null ? undefined : index + 1}
        >
          <TrackCard
            track={track}
            playlist={playlist}
            source={source}
            level={level}
            onEdit={track.userId === ownId ? onEdit : undefined}
            onDelete={track.userId === ownId ? onDelete : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
