// A long table: columns on a wide screen, cards on a phone; only the rows on the screen are drawn.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type SortState, TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import type { TableState } from './tables.ts';
import { useIsWide } from './useIsWide.ts';
import { useWindowRows } from './useWindowRows.ts';

export interface Column<Row> {
  key: string;
  label: string;
  lang?: string;
  /** CSS grid track on a wide screen. */
  width: string;
  /** The server can sort by it. */
  sorts?: boolean;
  /** Figures stand at the right. */
  isNumber?: boolean;
  /** The heading of the card on a phone: no label before it. */
  isName?: boolean;
  cell: (row: Row, index: number) => ReactNode;
}

export interface DataTableProps<Row> {
  label: string;
  state: TableState<Row>;
  columns: readonly Column<Row>[];
  sort: SortState;
  /** CSS pixels of a row on a phone. */
  cardHeight: number;
  empty: string;
  onMore: () => void;
  onRetry: () => void;
  /** Rows as a person calls them, `{n}` is the number. */
  count: { one: string; many: string };
}

/** CSS pixels of a row on a wide screen. */
const ROW_HEIGHT = 60;
/** Rows before the end at which the next page is asked for. */
const EARLY = 40;
const whole = new Intl.NumberFormat('de-DE');

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, state, columns, sort, empty, onRetry, count } = props;
  if (state.status === 'loading') return <Placeholders />;
  if (state.status === 'failed') {
    return (
      <StateCard title={adminMessages.table.failed} text={failureText(state.code)}>
        <Button kind="primary" busy={state.refreshing} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  }
  return (
    <>
      <p className={styles.count} role="status">
        {fill(state.total === 1 ? count.one : count.many, { n: whole.format(state.total) })}
      </p>
      {state.failed !== null && (
        <Notice
          kind="bad"
          action={
            <Button kind="bare" busy={state.refreshing} onClick={onRetry}>
              {messages.shell.retry}
            </Button>
          }
        >
          {failureText(state.failed)}
        </Notice>
      )}
      {state.rows.length === 0 ? (
        <StateCard title={empty} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: rows stand at their place in a page as tall as all of them
        <div
          role="table"
          aria-label={label}
          aria-rowcount={state.total + 1}
          className={styles.table}
          style={{ '--columns': columns.map(({ width }) => width).join(' ') } as React.CSSProperties}
        >
          <TableHead columns={columns} sort={sort} />
          <Rows {...props} rows={state.rows} more={state.more} />
        </div>
      )}
    </>
  );
}

interface RowsProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[];
  more: 'end' | 'idle' | 'loading' | 'failed';
}

function Rows<Row extends { id: string }>({ rows, more, columns, cardHeight, onMore }: RowsProps<Row>) {
  const isWide = useIsWide();
  const height = isWide ? ROW_HEIGHT : cardHeight;
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useWindowRows(box, rows.length, height);
  // Who stands in a row by keyboard keeps it, wherever the page is scrolled to.
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
              // biome-ignore lint/a11y/useFocusableInteractive: its buttons are what is focused
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={row.id}
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

const Placeholders = () => (
  <div className={styles.placeholders}>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <Skeleton key={key} height="60px" radius="card" />
    ))}
  </div>
);
