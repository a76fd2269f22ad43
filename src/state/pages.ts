// Lists and tables of the server, page by page: the first page is a query, further ones are read on request.
import { atom, type Getter, type Setter, type WritableAtom } from 'jotai/vanilla';
import { createQuery, dataOf, type Query, type QueryRule } from './queries.ts';

/** The next page: none, not requested, loading, or failed. */
export type MoreState = 'end' | 'idle' | 'loading' | 'failed';

/** All pages read so far, joined: ids of rows or the rows themselves. */
export interface Pages<One> {
  ones: readonly One[];
  /** Null at the end. */
  cursor: string | null;
  more: Exclude<MoreState, 'end'>;
  /** Total, if the server counts. */
  total?: number;
  /** There are at least `total`. */
  totalIsLeast?: boolean;
  /** A copy of this device, which does not show where the server's list ends. */
  isCopy?: boolean;
}

export interface PagesRule<One> extends Omit<QueryRule<Pages<One>>, 'load' | 'join' | 'onLeave'> {
  nameOf: (one: One) => string;
  /** `cursor`: null for the first page. */
  readPage: (get: Getter, set: Setter, cursor: string | null, signal: AbortSignal) => Promise<Pages<One>>;
}

export interface PagedQuery<One> extends Query<Pages<One>> {
  /** Adds the next page; nothing at the end or while one loads. Never rejects: the state shows failures. */
  moreAtom: WritableAtom<null, [], Promise<void>>;
}

/** The items of `later` that `known` does not have. */
function withoutKnown<One>(
  later: readonly One[],
  known: readonly One[],
  nameOf: (one: One) => string,
): One[] {
  const names = new Set(known.map(nameOf));
  return later.filter((one) => !names.has(nameOf(one)));
}

/** A fresh first page, followed by the pages loaded before when they still connect to it. */
export function joinPages<One>(
  fresh: Pages<One>,
  known: Pages<One> | null,
  nameOf: (one: One) => string,
): Pages<One> {
  if (known === null || known.isCopy || fresh.cursor === null) return fresh;
  const last = fresh.ones.at(-1);
  const lastKnown = last === undefined ? -1 : known.ones.findIndex((one) => nameOf(one) === nameOf(last));
  if (lastKnown < 0 || known.ones.length <= fresh.ones.length) return fresh;
  const rest = withoutKnown(known.ones.slice(lastKnown + 1), fresh.ones, nameOf);
  // The server answers again: scrolling may request the failed page.
  const more = known.more === 'failed' ? 'idle' : known.more;
  return { ...fresh, ones: [...fresh.ones, ...rest], cursor: known.cursor, more };
}

export function createPages<One>({ nameOf, readPage, ...rule }: PagesRule<One>): PagedQuery<One> {
  const pages = createQuery<Pages<One>>({
    ...rule,
    onLeave: (data) => ({ ...data, more: 'idle' }),
    join: (fresh, known) => joinPages(fresh, known, nameOf),
    load: (get, set, signal) => readPage(get, set, null, signal),
  });

  const moreAtom = atom(null, async (get, set) => {
    const data = dataOf(get(pages.stateAtom));
    if (data === null || data.cursor === null || data.more === 'loading') return;
    const { cursor } = data;
    const signal = set(pages.signalAtom);
    const settle = (change: (now: Pages<One>) => Pages<One>) => {
      // A refresh may have replaced the pages meanwhile.
      if (!signal.aborted) set(pages.changeAtom, (now) => (now.cursor === cursor ? change(now) : now));
    };
    settle((now) => ({ ...now, more: 'loading' }));
    try {
      const next = await readPage(get, set, cursor, signal);
      settle((now) => {
        const ones = [...now.ones, ...withoutKnown(next.ones, now.ones, nameOf)];
        return { ...now, ones, cursor: next.cursor, more: next.more };
      });
    } catch (error) {
      if (!signal.aborted) console.warn(`the next page of ${rule.key} could not be read`, error);
      settle((now) => ({ ...now, more: 'failed' }));
    }
  });

  return { ...pages, moreAtom };
}

/** One atom for each query of an action, always the same: `make` builds those that are asked for the first time. */
export function onePerQuery<Query extends object, Made>(
  action: string,
  make: (query: Query, key: string, onDrop: () => void) => Made,
): (query: Query) => Made {
  const known = new Map<string, Made>();
  return (query) => {
    const key = `${action} ${JSON.stringify(Object.entries(query).sort())}`;
    const made = known.get(key) ?? make(query, key, () => known.delete(key));
    known.set(key, made);
    return made;
  };
}
