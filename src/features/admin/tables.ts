// The admin tables, loaded page by page. An action updates its row here without reloading the table.
import { atom, type WritableAtom } from 'jotai/vanilla';
import type { Actions } from '../../../api/contract/actions.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { createPages, type MoreState, onePerQuery, type Pages } from '../../state/pages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { dataOf, type QueryState } from '../../state/queries.ts';

type TableAction =
  | ('getTrackTable' | 'getUserTable' | 'getCommentTable' | 'getReportTable' | 'getAuditTable')
  | 'getEvidenceCases';
export type RowOf<A extends TableAction> = Actions[A]['data'][number];
type QueryOf<A extends TableAction> = Actions[A]['body'];

export type TableState<Row> =
  | { status: 'loading' }
  | {
      status: 'ready';
      rows: readonly Row[];
      total: number;
      /** There are more than `total`. */
      isLeast: boolean;
      more: MoreState;
      /** Why the last refresh failed; the rows shown are older. */
      failed: ApiErrorCode | null;
      refreshing: boolean;
    }
  | { status: 'failed'; code: ApiErrorCode; refreshing: boolean };

/** `more` adds a page, `refresh` reloads the first one; or a row's new state, null for a deleted one. */
export type TableCommand<Row> = 'more' | 'refresh' | { id: string; row: Row | null };
export type TableAtom<Row> = WritableAtom<TableState<Row>, [command: TableCommand<Row>], Promise<void>>;

function stateOf<Row>(state: QueryState<Pages<Row>>): TableState<Row> {
  if (state.status === 'loading') return state;
  const data = dataOf(state);
  const { refreshing } = state;
  if (data === null)
    return { status: 'failed', code: state.status === 'failed' ? state.code : 'internal', refreshing };
  const { ones: rows, total = 0, totalIsLeast: isLeast = false, cursor, more } = data;
  const failed = state.status === 'failed' ? state.code : null;
  return { status: 'ready', rows, total, isLeast, more: cursor === null ? 'end' : more, failed, refreshing };
}

function createTable<A extends TableAction>(action: A, query: QueryOf<A>, key: string, onDrop: () => void) {
  type Row = RowOf<A>;
  const pages = createPages<Row>({
    key,
    // New reports arrive with the events of the queue.
    tags: action === 'getReportTable' ? [action, 'queue'] : [action],
    onDrop,
    nameOf: ({ id }) => id,
    async readPage(get, _set, cursor, signal) {
      const body = cursor === null ? query : { ...query, cursor };
      const answer = await get(statePortsAtom).read(action, body, { signal });
      const { data, nextCursor, total, totalIsLeast } = answer as {
        data: Row[];
        nextCursor?: string;
        total?: number;
        totalIsLeast?: true;
      };
      const counted = { total: total ?? 0, totalIsLeast: totalIsLeast ?? false };
      return { ones: data, cursor: nextCursor ?? null, more: 'idle', ...counted };
    },
  });
  const changeRow = (now: Pages<Row>, id: string, row: Row | null): Pages<Row> => {
    if (row !== null) return { ...now, ones: now.ones.map((each) => (each.id === id ? row : each)) };
    const ones = now.ones.filter((each) => each.id !== id);
    return { ...now, ones, total: (now.total ?? 0) - (now.ones.length - ones.length) };
  };
  return atom(
    (get) => stateOf(get(pages.stateAtom)),
    async (_get, set, command: TableCommand<Row>) => {
      if (command === 'more') return set(pages.moreAtom);
      if (command === 'refresh') return set(pages.refreshAtom);
      set(pages.changeAtom, (now) => changeRow(now, command.id, command.row));
    },
  );
}

const defineTable = <A extends TableAction>(action: A) =>
  onePerQuery(
    action,
    (query: QueryOf<A>, key, onDrop): TableAtom<RowOf<A>> => createTable(action, query, key, onDrop),
  );

export const trackTable = defineTable('getTrackTable');
export const userTable = defineTable('getUserTable');
export const commentTable = defineTable('getCommentTable');
export const reportTable = defineTable('getReportTable');
export const auditTable = defineTable('getAuditTable');
export const evidenceTable = defineTable('getEvidenceCases');
