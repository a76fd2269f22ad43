// The column that says when a row came to be.
import { formatDate } from '../../lib/time.ts';
import type { Column } from './columns.ts';

interface DateColumn {
  key: string;
  label: string;
  /** Room for dates of `show`; without both, `formatDate` in 96 pixels. */
  width?: string;
  show?: (iso: string) => string;
}

export const dateColumn = <Row extends { createdAt: string }>({
  key,
  label,
  width = '96px',
  show = formatDate,
}: DateColumn): Column<Row> => ({
  key,
  label,
  width,
  sorts: true,
  isNumber: true,
  cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
});
