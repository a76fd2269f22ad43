// The rows of a long table: each at its position in a box of full height; renders only the visible ones.
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import type { Column } from './columns.tsx';
import styles from './table.module.css';

// The visible rows of a long table: the page scrolls, and only they are rendered.

/** Rows rendered beyond each edge of the screen, so that fast scrolling shows no gap. */
const BEYOND = 6;
/** The range moves in steps of this many rows: fewer renders while scrolling. */
const STEP = 4;

interface Range {
  first: number;
  /** Exclusive. */
  end: number;
}

/** Rows have one height, which follows the size of the text. */
function useWindowRows(ref: RefObject<HTMLElement | null>, count: number, rem: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, end: Math.min(count, BEYOND * 2) });
  const look = () => {
    const box = ref.current;
    if (box === null) return;
    const { top: start, height: whole } = box.getBoundingClientRect();
    const [top, height] = [-start, whole / Math.max(1, count)];
    const step = (row: number) => Math.floor(row / STEP) * STEP;
    const first = Math.max(0, step(top / height - BEYOND));
    const end = Math.min(count, step((top + window.innerHeight) / height + BEYOND) + STEP);
    setRange((now) => (now.first === first && now.end === end ? now : { first, end: Math.max(first, end) }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count or height changes the range
  useLayoutEffect(look, [count, rem]);
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
  return range;
}

/** Rows before the end at which the next page is loaded. */
const EARLY = 20;

interface TableRowsProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Of a row, rem. */
  height: number;
  hasColumns: boolean;
  openId: string | null;
  onMore: () => void;
  more: 'end' | 'idle' | 'loading' | 'failed';
}

export function TableRows<Row extends { id: string }>({
  rows,
  more,
  columns,
  height,
  hasColumns,
  openId,
  onMore,
}: TableRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useWindowRows(box, rows.length, height);
  // A row with the keyboard focus stays rendered at every scroll position.
  const [held, setHeld] = useState<string | null>(null);
  const isNearEnd = more === 'idle' && end > rows.length - EARLY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page moves the end
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, rows.length]);
  const heldIndex = held === null ? -1 : rows.findIndex(({ id }) => id === held);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (heldIndex >= 0 && heldIndex < first) indexes.unshift(heldIndex);
  if (heldIndex >= end) indexes.push(heldIndex);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        ref={box}
        role="rowgroup"
        className={styles.rows}
        style={{ height: `${rows.length * height}rem` }}
        onFocus={({ target }) =>
          setHeld((target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row ?? null)
        }
      >
        {indexes.map((index) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <Row
                key={row.id}
                row={row}
                index={index}
                columns={columns}
                height={height}
                hasColumns={hasColumns}
                isOpen={row.id === openId}
              />
            )
          );
        })}
      </div>
      {more === 'loading' && <RingSkeleton height="40px" shape="block" />}
      {more === 'failed' && (
        <Notice
          kind="bad"
          action={
            <Button kind="bare" onClick={onMore}>
              {messages.shell.retry}
            </Button>
          }
        >
          {adminMessages.table.moreFailed}
        </Notice>
      )}
    </>
  );
}

interface RowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  height: number;
  hasColumns: boolean;
  /** It is shown next to the table. */
  isOpen: boolean;
}

const LINES = [1, 2, 3] as const;
const lineOf = ({ isName, line }: Pick<Column<never>, 'isName' | 'line'>) => line ?? (isName ? 1 : 2);

function PlainRow<Row extends { id: string }>(props: RowProps<Row>) {
  const { row, index, columns, height, hasColumns, isOpen } = props;
  const cell = (column: Column<Row>) => (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      key={column.key}
      role="cell"
      className={`${styles.cell} ${column.isNumber ? styles.figures : ''}`}
      data-cell={column.key}
      data-name={column.isName || undefined}
    >
      {!hasColumns && column.icon && <Icon name={column.icon} size={14} />}
      {!hasColumns && (column.isLabelled || column.icon) && (
        <span className={column.icon ? 'spoken' : styles.label} lang={column.lang}>
          {column.label}{' '}
        </span>
      )}
      {column.cell(row, index)}
    </div>
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={row.id}
      data-open={isOpen || undefined}
      className={styles.row}
      style={{ height: `${height}rem`, transform: `translateY(${index * height}rem)` }}
    >
      {hasColumns
        ? columns.map(cell)
        : LINES.map((line) => (
            <div key={line} role="none" className={styles.line}>
              {columns.filter((column) => lineOf(column) === line).map(cell)}
            </div>
          ))}
    </div>
  );
}

/** Rows that stay are not rendered again when others are added. */
const Row = memo(PlainRow) as typeof PlainRow;
