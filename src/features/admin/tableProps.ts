// What every table of the admin area is given by its frame.
import type { SortState } from './TableHead.tsx';

export interface TableProps<Sort extends string> {
  query: { search?: string; user?: string; sort?: Sort; direction?: 'asc' | 'desc' };
  sort: SortState;
  /** Shows only what concerns this account. */
  onPerson: (id: string) => void;
}
