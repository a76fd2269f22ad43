// Lists of the server, a page at a time: ids here, rows in the tables. One declaration makes an action's lists, one atom
// for each of its queries: `const [list, command] = useAtom(tracksList({ category: 'new' }))`.
import { atom, type Getter, type Setter, type WritableAtom } from 'jotai/vanilla';
import type { Actions, ReadName } from '../../api/contract/actions.ts';
import type { ApiErrorCode } from '../api/client.ts';
import { idOf, putRowsAtom, type TableName, type Tables, tableAtom } from './entities.ts';
import { keepCopyAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery, dataOf } from './queries.ts';

/** Reads that answer rows of `Row`. */
type ListAction<Row> = { [N in ReadName]: Actions[N]['data'] extends Row[] ? N : never }[ReadName];

export interface ListRule<T extends TableName, A extends ListAction<Tables[T]>> {
  action: A;
  table: T;
  /** What makes it stale: `invalidateAtom`. */
  tags: (query: Actions[A]['body']) => string[];
  /** Its first page is kept on this device. */
  hasCopy?: boolean;
  /** What this device knows of it without a copy of its own, for when the server is out of reach. */
  knownHere?: (get: Getter, query: Actions[A]['body']) => Promise<KnownHere<Tables[T]> | null>;
  /** Read again so often while somebody looks; milliseconds. */
  everyMs?: number;
  /** Hears of fresh rows before they replace what is known. */
  onRows?: (get: Getter, set: Setter, rows: readonly Tables[T][]) => void;
  /** False for rows that are not shown although the server sent them. */
  isShown?: (row: Tables[T]) => boolean;
}

/** `takenAt`: ISO time of the copies it comes from. */
export interface KnownHere<Row> {
  rows: readonly Row[];
  takenAt: string;
}

/** The page after what is shown: none, not asked for, on its way, or not come. */
export type MoreState = 'end' | 'idle' | 'loading' | 'failed';

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
  /** `copyFrom`: ISO time of this device's copy, when that is what is shown. */
  | ({ status: 'failed'; code: ApiErrorCode; copyFrom: string | null } & Shown<Row>);

/** Reading it in a component loads the first page; `more` adds the next, `refresh` reads the first again. */
export type ListAtom<Row> = WritableAtom<ListState<Row>, [command: 'more' | 'refresh'], Promise<void>>;

interface Pages {
  ids: readonly string[];
  cursor: string | null;
  more: Exclude<MoreState, 'end'>;
  /** What this device knew: it says nothing of where the server's list ends. */
  isCopy?: boolean;
}

/** A fresh first page, followed by what had been loaded after it where the two still meet. */
export function joinPages(fresh: Pages, known: Pages | null): Pages {
  if (known === null || known.isCopy || fresh.cursor === null) return fresh;
  const rest = restBehind(fresh.ids, known.ids, (id) => id);
  if (rest === null) return fresh;
  // The server answers again: what did not come may be asked for by scrolling on.
  return { ...known, ids: [...fresh.ids, ...rest], more: known.more === 'failed' ? 'idle' : known.more };
}

/** What of `known` goes on behind a fresh first page; null where the two do not meet, or nothing had been loaded behind. */
export function restBehind<T>(
  fresh: readonly T[],
  known: readonly T[],
  idOfOne: (one: T) => string,
): T[] | null {
  const last = fresh.at(-1);
  const met = last === undefined ? -1 : known.findIndex((one) => idOfOne(one) === idOfOne(last));
  if (met < 0 || known.length <= fresh.length) return null;
  const first = new Set(fresh.map(idOfOne));
  return known.slice(met + 1).filter((one) => !first.has(idOfOne(one)));
}

const NO_ROWS: readonly never[] = [];

/** `defineList({ action: 'getTracks', table: 'tracks', tags: () => ['tracks'] })` → query → its atom, always the same. */
export function defineList<T extends TableName, A extends ListAction<Tables[T]>>(rule: ListRule<T, A>) {
  type Body = Actions[A]['body'];
  const known = new Map<string, ListAtom<Tables[T]>>();
  return function list(query: Body): ListAtom<Tables[T]> {
    const key = `${rule.action} ${JSON.stringify(Object.entries(query).sort())}`;
    const made = known.get(key) ?? createList(rule, query, key, () => known.delete(key));
    known.set(key, made);
    return made;
  };
}

function createList<T extends TableName, A extends ListAction<Tables[T]>>(
  rule: ListRule<T, A>,
  query: Actions[A]['body'],
  key: string,
  onDrop: () => void,
): ListAtom<Tables[T]> {
  type Row = Tables[T];
  const pageAtom = atom(null, async (get, set, cursor: string | null, signal: AbortSignal) => {
    const body = cursor === null ? query : { ...query, cursor };
    const answer = await get(statePortsAtom).read(rule.action, body, { signal });
    const rows = answer.data as Row[];
    if (!signal.aborted) {
      rule.onRows?.(get, set, rows);
      set(putRowsAtom, rule.table, rows);
    }
    const next = (answer as { nextCursor?: string }).nextCursor ?? null;
    const page: Pages = { ids: [...new Set(rows.map(idOf))], cursor: next, more: 'idle' };
    return { page, rows };
  });

  const pages = createQuery<Pages>({
    key,
    tags: rule.tags(query),
    ...(rule.everyMs ? { everyMs: rule.everyMs } : {}),
    onDrop,
    onLeave: (data) => ({ ...data, more: 'idle' }),
    idsIn: ({ ids }) => ({ table: rule.table, ids }),
    join: joinPages,
    async load(_get, set, signal) {
      const { page, rows } = await set(pageAtom, null, signal);
      if (rule.hasCopy && !signal.aborted)
        set(keepCopyAtom, { key, takenAt: new Date().toISOString(), rows });
      return page;
    },
    async readCopy(get, set) {
      const copy = rule.hasCopy
        ? await get(statePortsAtom).copies.read(key)
        : await rule.knownHere?.(get, query);
      if (!copy || copy.rows.length === 0) return null;
      const rows = copy.rows as readonly Row[];
      // What is known already is newer.
      const here = get(tableAtom(rule.table));
      set(
        putRowsAtom,
        rule.table,
        rows.filter((row) => !here.has(idOf(row))),
      );
      const data: Pages = { ids: rows.map(idOf), cursor: null, more: 'idle', isCopy: true };
      return { data, takenAt: copy.takenAt };
    },
  });

  const moreAtom = atom(null, async (get, set) => {
    const data = dataOf(get(pages.stateAtom));
    if (data === null || data.cursor === null || data.more === 'loading') return;
    const { cursor } = data;
    const signal = set(pages.signalAtom);
    const settle = (change: (now: Pages) => Pages) => {
      // A refresh may have replaced the list meanwhile.
      if (!signal.aborted) set(pages.changeAtom, (now) => (now.cursor === cursor ? change(now) : now));
    };
    settle((now) => ({ ...now, more: 'loading' }));
    try {
      const { page } = await set(pageAtom, cursor, signal);
      settle((now) => ({ ...page, ids: [...new Set([...now.ids, ...page.ids])] }));
    } catch (error) {
      if (!signal.aborted) console.warn(`the next page of ${key} could not be read`, error);
      settle((now) => ({ ...now, more: 'failed' }));
    }
  });

  const isShown = rule.isShown ?? (() => true);
  return atom(
    (get): ListState<Row> => {
      const state = get(pages.stateAtom);
      if (state.status === 'loading') return state;
      const { ids, cursor, more } = state.data ?? { ids: NO_ROWS, cursor: null, more: 'idle' };
      const table = get(tableAtom(rule.table));
      const rows = ids.flatMap((id) => table.get(id) ?? []).filter(isShown);
      const shown: Shown<Row> = { rows, refreshing: state.refreshing, more: cursor === null ? 'end' : more };
      if (state.status === 'ready') return { status: 'ready', at: state.at, ...shown };
      return { status: 'failed', code: state.code, copyFrom: state.copyFrom, ...shown };
    },
    (_get, set, command: 'more' | 'refresh') => set(command === 'more' ? moreAtom : pages.refreshAtom),
  );
}
