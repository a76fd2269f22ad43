// Cards in columns. A long list renders the cards near the screen and the focused card.
import {
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { type Span, stepTowards } from '../../lib/drawnSpan.ts';
import type { TracksAtom } from '../../state/tracks.ts';
import { useNearScreen } from '../../ui/useNearScreen.ts';
import { TrackCard } from './TrackCard.tsx';
import styles from './TrackGrid.module.css';

// Renders only the cards of a long list that are near the screen. All cards of a list have one height, so each
// position is known without rendering, and nothing moves when a card appears or disappears.

/** Lists up to this length are rendered whole. */
const WHOLE_UP_TO = 40;
/** Cards rendered before the list is measured: the first screen of a phone. */
const FIRST_DRAWN = 8;
/** Rows rendered beyond each edge of the screen: fast scrolling shows cards, not gaps. */
const SPARE_ROWS = 2;

interface Shape {
  columns: number;
  /** CSS pixels between columns. */
  gap: number;
  /** CSS pixels from one row to the next. */
  pitch: number;
}

/** The rendered cards: from `first` up to, not including, `end`. */
interface RowWindow extends Shape, Span {}

const isSame = (one: RowWindow, other: RowWindow) =>
  one.columns === other.columns &&
  one.gap === other.gap &&
  one.pitch === other.pitch &&
  one.first === other.first &&
  one.end === other.end;

function shapeOf(list: HTMLElement): Shape | null {
  const card = list.querySelector('article');
  if (card === null) return null;
  const { gridTemplateColumns, columnGap, rowGap } = getComputedStyle(list);
  return {
    columns: Math.max(1, gridTemplateColumns.split(' ').length),
    gap: Number.parseFloat(columnGap),
    pitch: card.getBoundingClientRect().height + Number.parseFloat(rowGap),
  };
}

/** The cards on the screen and in `spare` rows beyond each of its edges; `above`: scroll offset into the list. */
function cardsNear({ columns, pitch }: Shape, above: number, count: number, spare: number): Span {
  const rows = Math.ceil(count / columns);
  const from = Math.floor(above / pitch) - spare;
  const to = Math.ceil((above + window.innerHeight) / pitch) + spare;
  const first = Math.min(Math.max(0, from), rows) * columns;
  return { first, end: Math.max(first, Math.min(count, to * columns)) };
}

/** The next window on the way from `now`, the rendered cards, to those near the screen: one row per frame. */
function nextWindow(list: HTMLElement, shape: Shape, count: number, now: Span): RowWindow {
  const above = -list.getBoundingClientRect().top;
  const near = (spare: number) => cardsNear(shape, above, count, spare);
  return { ...shape, ...stepTowards(now, near(SPARE_ROWS), near(0), shape.columns) };
}

/** `hasMore`: the list has more than these `count`. Null while it is short or not measured. */
function useRowWindow(count: number, hasMore: boolean, ref: RefObject<HTMLElement | null>): RowWindow | null {
  const [shown, setShown] = useState<RowWindow | null>(null);
  const shape = useRef<Shape | null>(null);
  const isLong = count + Number(hasMore) > WHOLE_UP_TO;
  const look = (list: HTMLElement) => {
    if (shape.current === null) return;
    const next = nextWindow(list, shape.current, count, shown ?? { first: 0, end: list.children.length });
    if (shown === null || !isSame(shown, next)) setShown(next);
  };
  const measure = (list: HTMLElement) => {
    shape.current = shapeOf(list) ?? shape.current;
  };
  // Before the first paint of a list that has become long, so that it has its full height at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolling triggers later runs
  useLayoutEffect(() => {
    const list = ref.current;
    if (!isLong || list === null) return;
    measure(list);
    look(list);
  }, [isLong, ref]);
  useNearScreen(ref, isLong, { look, measure });
  return isLong ? shown : null;
}

interface TrackGridProps {
  tracks: readonly TrackView[];
  /** The server has more of them. */
  hasMore: boolean;
  source: TracksAtom;
  playlist: () => readonly string[];
  level: 2 | 3;
  renderMenu: ((track: TrackView) => ReactNode) | undefined;
  /** The user's account; only own cards have a menu. */
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

/** The cards near the screen and the focused one, in order. */
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

export function TrackGrid({ tracks, hasMore, source, playlist, level, renderMenu, ownId }: TrackGridProps) {
  const ref = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const near = useRowWindow(tracks.length, hasMore, ref);
  // The first screen at once, the rest of a short list in pieces, so that the page responds to taps meanwhile.
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
            renderMenu={track.userId === ownId ? renderMenu : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
