// The tables of the admin area: a page at a time from the server, kept while somebody looks; one more page when the end
// comes near. What a deed has changed is changed here, too, without reading everything again.
import { atom, type WritableAtom } from 'jotai/vanilla';
import type { Actions } from '../../../api/contract/actions.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { restBehind } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery, dataOf, type QueryState } from '../../state/queries.ts';

type TableAction = 'getTrackTable' | 'getUserTable' | 'getCommentTable' | 'getReportTable' | 'getAuditTable';
export type RowOf<A extends TableAction> = Actions[A]['data'][number];
type QueryOf<A extends TableAction> = Actions[A]['body'];

interface Pages<Row> {
  rows: readonly Row[];
  cursor: string | null;
  /** Of the whole table. */
  total: number;
  more: 'idle' | 'loading' | 'failed';
}

export type TableState<Row> =
  | { status: 'loading' }
  | {
      status: 'ready';
      rows: readonly Row[];
      total: number;
      more: 'end' | 'idle' | 'loading' | 'failed';
      /** Why the last look failed; what is shown is older. */
      failed: ApiErrorCode | null;
      refreshing: boolean;
    }
  | { status: 'failed'; code: ApiErrorCode; refreshing: boolean };

/** `more` adds a page, `refresh` reads the first one again; a row's new state, or null for one that is gone. */
export type TableCommand<Row> = 'more' | 'refresh' | { id: string; row: Row | null };
export type TableAtom<Row> = WritableAtom<TableState<Row>, [command: TableCommand<Row>], Promise<void>>;

/** A fresh first page; what had been loaded behind it stays where the two still meet. */
function joined<Row extends { id: string }>(fresh: Pages<Row>, known: Pages<Row> | null): Pages<Row> {
  if (known === null || fresh.cursor === null) return fresh;
  const rest = restBehind(fresh.rows, known.rows, ({ id }) => id);
  return rest === null ? fresh : { ...fresh, rows: [...fresh.rows, ...rest], cursor: known.cursor };
}

function stateOf<Row>(state: QueryState<Pages<Row>>): TableState<Row> {
  if (state.status === 'loading') return state;
  const data = dataOf(state);
  const { refreshing } = state;
  if (data === null)
    return { status: 'failed', code: state.status === 'failed' ? state.code : 'internal', refreshing };
  const { rows, total, cursor, more } = data;
  const failed = state.status === 'failed' ? state.code : null;
  return { status: 'ready', rows, total, more: cursor === null ? 'end' : more, failed, refreshing };
}

function createTable<A extends TableAction>(action: A, query: QueryOf<A>, key: string, onDrop: () => void) {
  type Row = RowOf<A> & { id: string };
  const read = atom(null, async (get, _set, cursor: string | null, signal: AbortSignal) => {
    const body = cursor === null ? query : { ...query, cursor };
    const answer = await get(statePortsAtom).read(action, body, { signal });
    const { data, nextCursor, total } = answer as { data: RowOf<A>[]; nextCursor?: string; total?: number };
    return { rows: data as readonly Row[], cursor: nextCursor ?? null, total, more: 'idle' as const };
  });
  const pages = createQuery<Pages<Row>>({
    key,
    tags: [action],
    onDrop,
    onLeave: (data) => ({ ...data, more: 'idle' }),
    join: joined,
    async load(_get, set, signal) {
      const { total = 0, ...page } = await set(read, null, signal);
      return { ...page, total };
    },
  });
  const moreAtom = atom(null, async (get, set) => {
    const data = dataOf(get(pages.stateAtom));
    if (data === null || data.cursor === null || data.more === 'loading') return;
    const { cursor } = data;
    const signal = set(pages.signalAtom);
    const settle = (change: (now: Pages<Row>) => Pages<Row>) => {
      // A fresh look may have replaced the pages meanwhile.
      if (!signal.aborted) set(pages.changeAtom, (now) => (now.cursor === cursor ? change(now) : now));
    };
    settle((now) => ({ ...now, more: 'loading' }));
    try {
      const page = await set(read, cursor, signal);
      settle((now) => ({ ...now, ...page, rows: [...now.rows, ...page.rows], total: now.total }));
    } catch (error) {
      if (!signal.aborted) console.warn(`the next page of ${key} could not be read`, error);
      settle((now) => ({ ...now, more: 'failed' }));
    }
  });
  const changeRow = (now: Pages<Row>, id: string, row: Row | null): Pages<Row> => {
    if (row !== null) return { ...now, rows: now.rows.map((each) => (each.id === id ? row : each)) };
    const rows = now.rows.filter((each) => each.id !== id);
    return { ...now, rows, total: now.total - (now.rows.length - rows.length) };
  };
  return atom(
    (get) => stateOf(get(pages.stateAtom)),
    async (_get, set, command: TableCommand<Row>) => {
      if (command === 'more') return set(moreAtom);
      if (command === 'refresh') return set(pages.refreshAtom);
      set(pages.changeAtom, (now) => changeRow(now, command.id, command.row));
    },
  );
}

/** Action → query → its atom, always the same. */
function defineTable<A extends TableAction>(action: A) {
  const known = new Map<string, TableAtom<RowOf<A>>>();
  return (query: QueryOf<A>): TableAtom<RowOf<A>> => {
    const key = `${action} ${JSON.stringify(Object.entries(query).sort())}`;
    const made =
      known.get(key) ?? (createTable(action, query, key, () => known.delete(key)) as TableAtom<RowOf<A>>);
    known.set(key, made);
    return made;
  };
}

export const trackTable = defineTable('getTrackTable');
export const userTable = defineTable('getUserTable');
export const commentTable = defineTable('getCommentTable');
export const reportTable = defineTable('getReportTable');
export const auditTable = defineTable('getAuditTable');
