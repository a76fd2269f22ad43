// The names of the columns; those the server can sort by are buttons, and the active one turns the direction.
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { Column } from './DataTable.tsx';
import styles from './table.module.css';

export interface SortState {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string, direction: 'asc' | 'desc') => void;
}

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: SortState;
}

const SPOKEN = { asc: 'ascending', desc: 'descending' } as const;

export function TableHead<Row>({ columns, sort }: TableHeadProps<Row>) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone the row is wider than the screen: the active column is in sight.
  useLayoutEffect(() => {
    const box = row.current;
    const active = box?.querySelector<HTMLElement>(`[data-sort="${sort.by}"]`);
    if (box && active) box.scrollLeft = active.offsetLeft - (box.clientWidth - active.offsetWidth) / 2;
  }, [sort.by]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is no <table>, see DataTable
    <div role="rowgroup" className={styles.headGroup}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons are what is focused */}
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
