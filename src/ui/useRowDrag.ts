// Rows of one height that are reordered by a handle: the dragged row follows the finger, the others make room.
import { type CSSProperties, type PointerEvent, type RefObject, useRef, useState } from 'react';
import styles from './rowDrag.module.css';

interface Drag {
  from: number;
  /** Where it would lie now. */
  to: number;
  /** CSS pixels from its own place. */
  by: number;
  /** Where the finger took it, CSS pixels of the list's content. */
  startY: number;
  rowHeight: number;
}

/** A finger this close to an edge of a list that scrolls moves it, CSS pixels … */
const EDGE = 24;
/** … by this much for each movement. */
const SCROLL_STEP = 8;

/** Attributes of the list, of its rows and of their handles. */
export interface RowDrag {
  list: { ref: RefObject<HTMLOListElement | null>; className: string | undefined };
  row: (index: number) => { className: string | undefined; style: CSSProperties | undefined };
  grip: (index: number) => {
    className: string | undefined;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: () => void;
  };
}

/** `move` is called when a row was dropped at another place. */
export function useRowDrag(count: number, move: (from: number, to: number) => void): RowDrag {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const contentY = (clientY: number) => clientY + (list.current?.scrollTop ?? 0);
  const pulled = (from: Drag, clientY: number): Drag => {
    const by = contentY(clientY) - from.startY;
    const to = Math.max(0, Math.min(count - 1, from.from + Math.round(by / from.rowHeight)));
    return { ...from, by, to };
  };
  const scrollNear = (clientY: number) => {
    const { top = 0, bottom = 0 } = list.current?.getBoundingClientRect() ?? {};
    if (clientY < top + EDGE) list.current?.scrollBy(0, -SCROLL_STEP);
    if (clientY > bottom - EDGE) list.current?.scrollBy(0, SCROLL_STEP);
  };
  return {
    list: { ref: list, className: drag === null ? undefined : styles.sorting },
    row(index) {
      const shift = shiftOf(index, drag);
      return {
        className: drag?.from === index ? styles.dragged : undefined,
        style: shift === 0 ? undefined : { transform: `translateY(${shift}px)` },
      };
    },
    grip: (index) => ({
      className: styles.grip,
      onPointerDown(event) {
        const row = list.current?.children[index];
        if (event.button !== 0 || !row) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { height } = row.getBoundingClientRect();
        setDrag({ from: index, to: index, by: 0, startY: contentY(event.clientY), rowHeight: height });
      },
      onPointerMove({ clientY, currentTarget, pointerId }) {
        if (currentTarget.hasPointerCapture(pointerId)) scrollNear(clientY);
        setDrag((now) => now && pulled(now, clientY));
      },
      onPointerUp({ clientY }) {
        const dropped = drag && pulled(drag, clientY);
        setDrag(null);
        if (dropped && dropped.to !== dropped.from) move(dropped.from, dropped.to);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}

/** CSS pixels by which the row at `index` makes room for the dragged one. */
function shiftOf(index: number, drag: Drag | null): number {
  if (drag === null) return 0;
  if (index === drag.from) return drag.by;
  if (index > drag.from && index <= drag.to) return -drag.rowHeight;
  return index < drag.from && index >= drag.to ? drag.rowHeight : 0;
}
