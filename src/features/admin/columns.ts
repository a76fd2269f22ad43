// One column of a table of the admin area.
import type { ReactNode } from 'react';

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
