// Which cards of a long list stand in the document: those near the screen. All cards of a list have one height, so
// the place of each is known without drawing it, and nothing moves when one comes or goes.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react';

/** A list of so many is drawn whole (ux §4.7); of a longer one so many until its cards are measured. */
export const WHOLE_UP_TO = 40;
/** Rows kept beyond each edge of the screen: a flick shows cards, not holes. */
const SPARE_ROWS = 2;

export interface RowWindow {
  columns: number;
  /** CSS pixels between columns. */
  gap: number;
  /** CSS pixels from one row to the next. */
  pitch: number;
  /** The cards drawn: from `first` up to, not with, `end`. */
  first: number;
  end: number;
}

const isSame = (one: RowWindow, other: RowWindow) =>
  one.columns === other.columns &&
  one.gap === other.gap &&
  one.pitch === other.pitch &&
  one.first === other.first &&
  one.end === other.end;

/** None of the cards of one stands in the other. */
const isElsewhere = (one: RowWindow, other: RowWindow) => other.first >= one.end || other.end <= one.first;

type Shape = Pick<RowWindow, 'columns' | 'gap' | 'pitch'>;

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

/** With `spare` rows beyond each edge of the screen. */
function windowOf(list: HTMLElement, shape: Shape, count: number, spare: number): RowWindow {
  const { columns, pitch } = shape;
  const above = -list.getBoundingClientRect().top;
  const rows = Math.ceil(count / columns);
  const from = Math.floor(above / pitch) - spare;
  const to = Math.ceil((above + window.innerHeight) / pitch) + spare;
  const first = Math.min(Math.max(0, from), rows) * columns;
  return { ...shape, first, end: Math.max(first, Math.min(count, to * columns)) };
}

/** Null while the list is short or not measured: then its first `WHOLE_UP_TO` are drawn. */
export function useRowWindow(count: number, ref: RefObject<HTMLElement | null>): RowWindow | null {
  const [shown, setShown] = useState<RowWindow | null>(null);
  const [isJumping, startJump] = useTransition();
  const drawn = useRef({ shown, isJumping });
  drawn.current = { shown, isJumping };
  const lookAgain = useRef(() => {});
  const isLong = count > WHOLE_UP_TO;
  useLayoutEffect(() => {
    const list = ref.current;
    if (!isLong || list === null) return;
    let shape = shapeOf(list);
    const look = () => {
      if (shape === null) return;
      const next = windowOf(list, shape, count, SPARE_ROWS);
      const { shown: now, isJumping: isBusy } = drawn.current;
      // A jump draws a screen of new cards: in pieces, so that the page answers meanwhile, and without spare ones, which
      // would be as many again in the same frame. Who jumps on sees something.
      if (now !== null && !isBusy && isElsewhere(now, next)) {
        const bare = windowOf(list, shape, count, 0);
        startJump(() => setShown(bare));
      } else setShown((before) => (before !== null && isSame(before, next) ? before : next));
    };
    lookAgain.current = look;
    const measure = () => {
      shape = shapeOf(list) ?? shape;
      look();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      lookAgain.current = () => {};
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [isLong, count, ref]);
  // After a jump: the spare rows.
  useEffect(() => {
    if (!isJumping) lookAgain.current();
  }, [isJumping]);
  return isLong ? shown : null;
}
