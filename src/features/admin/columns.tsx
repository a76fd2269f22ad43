// One column of a table of the admin area.
import type { ReactNode } from 'react';
import { adminMessages } from '../../lib/messages/admin.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import type { IconName } from '../../ui/Icon.tsx';
import styles from './admin.module.css';

export interface SortState {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string, direction: 'asc' | 'desc') => void;
}

/** Props that the frame passes to every table of the admin area. */
export interface TableProps<Sort extends string> {
  query: { search?: string; user?: string; sort?: Sort; direction?: 'asc' | 'desc' };
  sort: SortState;
  /** Filters by this account. */
  onPerson: (id: string) => void;
}

export interface Column<Row> {
  key: string;
  label: string;
  lang?: string;
  /** CSS grid track on a wide screen. */
  width: string;
  /** The server can sort by it. */
  sorts?: boolean;
  /** Numbers align right. */
  isNumber?: boolean;
  /** Names the row. */
  isName?: boolean;
  /** Line of the row where there is no room for columns; without it the first for the name, the second for others. */
  line?: 1 | 2 | 3;
  /** Needs its label there to be understood. */
  isLabelled?: boolean;
  /** Stands there for the label. */
  icon?: IconName;
  cell: (row: Row, index: number) => ReactNode;
}

/** The column with the creation date of a row. */
interface DateColumn {
  key: string;
  label: string;
  /** Width for dates of `show`; without both, `formatDate` in 96 pixels. */
  width?: string;
  show?: (iso: string) => string;
  line?: 2 | 3;
}

export const dateColumn = <Row extends { createdAt: string }>({
  key,
  label,
  width = '96px',
  show = formatDate,
  line = 2,
}: DateColumn): Column<Row> => ({
  key,
  label,
  width,
  line,
  sorts: true,
  isNumber: true,
  cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
});

/** An account name in a table; a press filters by it. */
interface PersonButtonProps {
  id: string;
  username: string;
  onPerson: (id: string) => void;
}

export function PersonButton({ id, username, onPerson }: PersonButtonProps) {
  return (
    <button
      type="button"
      className={styles.name}
      title={fill(adminMessages.table.all, { name: username })}
      onClick={() => onPerson(id)}
    >
      {username}
    </button>
  );
}
