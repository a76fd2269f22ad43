// Lists of the server, a page at a time: ids here, rows in the tables. One declaration makes an action's lists, one atom
// for each of its queries: `const [list, command] = useAtom(tracksList({ category: 'new' }))`.
import { atom, type Getter, type Setter, type WritableAtom } from 'jotai/vanilla';
import type { Actions, ReadName } from '../../api/contract/actions.ts';
import type { ApiErrorCode } from '../api/client.ts';
import { idOf, putRowsAtom, type TableName, type Tables, tableAtom } from './entities.ts';
import { keepCopyAtom } from './identity.ts';
import { createPages, type MoreState, onePerQuery, type Pages } from './pages.ts';
import { statePortsAtom } from './ports.ts';

/** Reads that answer rows of `Row`. */
type ListAction<Row> = { [N in ReadName]: Actions[N]['data'] extends Row[] ? N : never }[ReadName];

export interface ListRule<T extends TableName, A extends ListAction<Tables[T]>> {
  action: A;
  table: T;
  /** Tags by which `invalidateAtom` makes it stale. */
  tags: (query: Actions[A]['body']) => string[];
  /** Its first page is stored on this device. */
  hasCopy?: boolean;
  /** Rows that this device has from elsewhere, for when the server is out of reach. */
  knownHere?: (get: Getter, query: Actions[A]['body']) => Promise<KnownHere<Tables[T]> | null>;
  /** Read again at this interval while it is on screen; milliseconds. */
  everyMs?: number;
  /** Called with fresh rows before they replace the stored ones. */
  onRows?: (get: Getter, set: Setter, rows: readonly Tables[T][]) => void;
  /** False hides a row that the server sent. */
  isShown?: (row: Tables[T]) => boolean;
}

export type { MoreState };

/** `takenAt`: ISO time of the copies it comes from. */
export interface KnownHere<Row> {
  rows: readonly Row[];
  takenAt: string;
}

interface Shown<Row> {
  rows: readonly Row[];
  refreshing: boolean;
  more: MoreState;
}

export type ListState<Row> =
  /** Nothing to show yet. */
  | { status: 'loading' }
  /** `at`: when it was answered, milliseconds since 1970. */
  | ({ status: 'ready'; at: number } & Shown<Row>)
  /** `copyFrom`: ISO time of this device's copy, if the list shows that. */
  | ({ status: 'failed'; code: ApiErrorCode; copyFrom: string | null } & Shown<Row>);

/** Reading it in a component loads the first page; `more` adds the next, `refresh` reads the first again. */
export type ListAtom<Row> = WritableAtom<ListState<Row>, [command: 'more' | 'refresh'], Promise<void>>;

const NO_ROWS: readonly never[] = [];

/** `defineList({ action: 'getTracks', table: 'tracks', tags: () => ['tracks'] })` → query → its atom, always the same. */
export const defineList = <T extends TableName, A extends ListAction<Tables[T]>>(rule: ListRule<T, A>) =>
  onePerQuery(rule.action, (query: Actions[A]['body'], key, onDrop) => createList(rule, query, key, onDrop));

function createList<T extends TableName, A extends ListAction<Tables[T]>>(
  rule: ListRule<T, A>,
  query: Actions[A]['body'],
  key: string,
  onDrop: () => void,
): ListAtom<Tables[T]> {
  type Row = Tables[T];
  const pages = createPages<string>({
    key,
    tags: rule.tags(query),
    ...(rule.everyMs ? { everyMs: rule.everyMs } : {}),
    onDrop,
    nameOf: (id) => id,
    idsIn: ({ ones }) => ({ table: rule.table, ids: ones }),
    async readPage(get, set, cursor, signal) {
      const body = cursor === null ? query : { ...query, cursor };
      const answer = await get(statePortsAtom).read(rule.action, body, { signal });
      const rows = answer.data as Row[];
      if (!signal.aborted) {
        rule.onRows?.(get, set, rows);
        set(putRowsAtom, rule.table, rows);
        if (rule.hasCopy && cursor === null)
          set(keepCopyAtom, { key, takenAt: new Date().toISOString(), rows });
      }
      const next = (answer as { nextCursor?: string }).nextCursor ?? null;
      return { ones: [...new Set(rows.map(idOf))], cursor: next, more: 'idle' };
    },
    async readCopy(get, set) {
      const copy = rule.hasCopy
        ? await get(statePortsAtom).copies.read(key)
        : await rule.knownHere?.(get, query);
      if (!copy || copy.rows.length === 0) return null;
      const rows = copy.rows as readonly Row[];
      // Rows in memory are newer.
      const here = get(tableAtom(rule.table));
      set(
        putRowsAtom,
        rule.table,
        rows.filter((row) => !here.has(idOf(row))),
      );
      const data: Pages<string> = { ones: rows.map(idOf), cursor: null, more: 'idle', isCopy: true };
      return { data, takenAt: copy.takenAt };
    },
  });

  const isShown = rule.isShown ?? (() => true);
  return atom(
    (get): ListState<Row> => {
      const state = get(pages.stateAtom);
      if (state.status === 'loading') return state;
      const { ones, cursor, more } = state.data ?? { ones: NO_ROWS, cursor: null, more: 'idle' };
      const table = get(tableAtom(rule.table));
      const rows = ones.flatMap((id) => table.get(id) ?? []).filter(isShown);
      const shown: Shown<Row> = { rows, refreshing: state.refreshing, more: cursor === null ? 'end' : more };
      if (state.status === 'ready') return { status: 'ready', at: state.at, ...shown };
      return { status: 'failed', code: state.code, copyFrom: state.copyFrom, ...shown };
    },
    (_get, set, command: 'more' | 'refresh') => set(command === 'more' ? pages.moreAtom : pages.refreshAtom),
  );
}
