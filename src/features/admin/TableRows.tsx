// The rows of a long table: each at its place in a box as tall as all of them, only those on the screen drawn.
import { memo, useEffect, useRef, useState } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Column } from './columns.ts';
import styles from './table.module.css';
import { useIsWide } from './useIsWide.ts';
import { useWindowRows } from './useWindowRows.ts';

/** CSS pixels of a row on a wide screen. */
const ROW_HEIGHT = 60;
/** Rows before the end at which the next page is asked for. */
const EARLY = 20;

export interface TableRowsProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** CSS pixels of a row on a phone. */
  cardHeight: number;
  onMore: () => void;
  more: 'end' | 'idle' | 'loading' | 'failed';
}

export function TableRows<Row extends { id: string }>({
  rows,
  more,
  columns,
  cardHeight,
  onMore,
}: TableRowsProps<Row>) {
  const isWide = useIsWide();
  const height = isWide ? ROW_HEIGHT : cardHeight;
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useWindowRows(box, rows.length, height);
  // A row that has the keyboard's focus keeps it, wherever the page is scrolled to.
  const [held, setHeld] = useState<string | null>(null);
  const isNearEnd = more === 'idle' && end > rows.length - EARLY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page brings the next end near
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
        style={{ height: rows.length * height }}
        onFocus={({ target }) =>
          setHeld((target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row ?? null)
        }
      >
        {indexes.map((index) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <Row key={row.id} row={row} index={index} columns={columns} height={height} isWide={isWide} />
            )
          );
        })}
      </div>
      {more === 'loading' && <Skeleton height="60px" radius="card" />}
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
  isWide: boolean;
}

function PlainRow<Row extends { id: string }>({ row, index, columns, height, isWide }: RowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons are what is focused
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={row.id}
      className={styles.row}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={column.key}
          role="cell"
          className={`${styles.cell} ${column.isNumber ? styles.figures : ''}`}
          data-cell={column.key}
          data-name={column.isName || undefined}
        >
          {!isWide && !column.isName && column.key !== 'actions' && (
            <span className={styles.label} lang={column.lang}>
              {column.label}
            </span>
          )}
          {column.cell(row, index)}
        </div>
      ))}
    </div>
  );
}

/** Rows that stay while others come are not drawn again. */
const Row = memo(PlainRow) as typeof PlainRow;
