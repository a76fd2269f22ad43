// A long table: columns where there is room, rows of lines elsewhere; renders only the visible rows.
import { type CSSProperties, useContext, useLayoutEffect, useRef } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OfflineNote } from '../../ui/OfflineNote.tsx';
import { OnlineContext } from '../../ui/online.ts';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import type { Column, SortState } from './columns.tsx';
import { numberText } from './numberText.ts';
import { TableRows } from './TableRows.tsx';
import styles from './table.module.css';
import type { TableState } from './tables.ts';
import { useIsWide } from './useIsWide.ts';

interface DataTableProps<Row> {
  label: string;
  state: TableState<Row>;
  columns: readonly Column<Row>[];
  sort: SortState;
  /** Of a row without columns, rem. */
  linesHeight: number;
  /** Id of the row whose item is open next to the table, which then has no room for columns. */
  openId?: string | null;
  /** `count`: name of the rows, `{n}` is the number. */
  words: { empty: string; count: { one: string; many: string } };
  command: (what: 'more' | 'refresh') => void;
}

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, state, columns, sort, command } = props;
  const { empty, count } = props.words;
  const openId = props.openId ?? null;
  const isWide = useIsWide();
  const isOnline = useContext(OnlineContext);
  const hasColumns = isWide && openId === null;
  const layout = hasColumns ? styles.columns : isWide ? styles.beside : '';
  const onRetry = () => command('refresh');
  if (state.status === 'loading') return <Placeholders />;
  if (state.status === 'failed') {
    return (
      <StateCard code={state.code} title={adminMessages.table.failed}>
        <Button busy={state.refreshing} onClick={onRetry}>
          {messages.shell.retry}
        </Button>
      </StateCard>
    );
  }
  return (
    <>
      <p className={styles.count} role="status">
        {fill(state.total === 1 ? count.one : count.many, {
          n: numberText(state.total) + (state.isLeast ? '+' : ''),
        })}
      </p>
      <OfflineNote text={moderationMessages.offline.stale} />
      {isOnline && state.failed !== null && (
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
        // biome-ignore lint/a11y/useSemanticElements: rows are positioned in a box of full height
        <div
          role="table"
          aria-label={label}
          aria-rowcount={state.total + 1}
          className={`${styles.table} ${layout}`}
          style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
        >
          <TableHead columns={columns} sort={sort} />
          <TableRows
            rows={state.rows}
            more={state.more}
            columns={columns}
            height={hasColumns ? ROW_HEIGHT : props.linesHeight}
            hasColumns={hasColumns}
            openId={openId}
            onMore={() => command('more')}
          />
        </div>
      )}
    </>
  );
}

/** Of a row with columns, rem. */
const ROW_HEIGHT = 3;

const Placeholders = () => (
  <div className={styles.placeholders}>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <RingSkeleton key={key} height="40px" shape="block" />
    ))}
  </div>
);

/** The column headings; those the server can sort by are buttons, and the active one reverses the order. */
interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: SortState;
}

const SPOKEN = { asc: 'ascending', desc: 'descending' } as const;

function TableHead<Row>({ columns, sort }: TableHeadProps<Row>) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone the heading row is wider than the screen: scroll to the active column.
  useLayoutEffect(() => {
    const box = row.current;
    const active = box?.querySelector<HTMLElement>(`[data-sort="${sort.by}"]`);
    if (box && active) box.scrollLeft = active.offsetLeft - (box.clientWidth - active.offsetWidth) / 2;
  }, [sort.by]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is no <table>, see DataTable
    <div role="rowgroup" className={styles.headGroup}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus */}
      <div ref={row} role="row" aria-rowindex={1} className={styles.head}>
        {columns.map(({ key, label, lang, sorts, isNumber }) => {
          const isActive = sorts && key === sort.by;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={key}
              data-sort={key}
              role="columnheader"
              lang={lang}
              aria-sort={isActive ? SPOKEN[sort.direction] : undefined}
              className={`${styles.heading} ${isNumber ? styles.figures : ''} ${sorts ? '' : styles.unsorted}`}
            >
              {sorts ? (
                <button
                  type="button"
                  className={`${styles.sort} ${isActive ? styles.active : ''}`}
                  onClick={() => sort.onSort(key, isActive && sort.direction === 'desc' ? 'asc' : 'desc')}
                >
                  {label}
                  {isActive && <Icon name={sort.direction === 'desc' ? 'down' : 'up'} size={14} />}
                </button>
              ) : (
                label
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
