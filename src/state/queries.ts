// Reads of the server: one load at a time while a component reads it, cancelled when the last one leaves, cached for a while,
// read again after a change event, when the network is back, or when the user returns.
import { atom, type Getter, type PrimitiveAtom, type Setter, type WritableAtom } from 'jotai/vanilla';
import { ApiError, type ApiErrorCode } from '../api/client.ts';
import type { TableName } from './entities.ts';
import { isFresh, type Life, registryAtom, tidyAtom } from './registry.ts';

export type QueryState<Data> =
  | { status: 'loading' }
  /** `at`: when it was answered, milliseconds since 1970. */
  | { status: 'ready'; data: Data; at: number; refreshing: boolean }
  /** `data` from before, if any; `copyFrom` its ISO time when it is this device's copy. */
  | { status: 'failed'; code: ApiErrorCode; data: Data | null; copyFrom: string | null; refreshing: boolean };

export const dataOf = <Data>(state: QueryState<Data>): Data | null =>
  state.status === 'loading' ? null : state.data;

export interface QueryRule<Data> {
  /** Unique name of the query. */
  key: string;
  /** Tags by which `invalidateAtom` makes it stale. */
  tags: readonly string[];
  load: (get: Getter, set: Setter, signal: AbortSignal) => Promise<Data>;
  /** Joins the answer with the shown data: another page may have been added while it loaded. */
  join?: (fresh: Data, known: Data | null) => Data;
  /** This device's copy, for when loading fails with nothing on the screen. */
  readCopy?: (get: Getter, set: Setter) => Promise<{ data: Data; takenAt: string } | null>;
  /** Read again at this interval while it is on screen; milliseconds. */
  everyMs?: number;
  /** Called when the last component leaves. */
  onLeave?: (data: Data) => Data;
  /** Rows it needs. */
  idsIn?: (data: Data) => { table: TableName; ids: readonly string[] };
  /** Called when it is dropped from the cache. */
  onDrop?: () => void;
}

export interface Query<Data> {
  /** Reading it in a component loads it. */
  stateAtom: WritableAtom<QueryState<Data>, [command: 'enter' | 'leave'], void>;
  /** Loads now, or joins the running load. Never rejects: the state shows failures. */
  refreshAtom: WritableAtom<null, [], Promise<void>>;
  /** Changes the data without asking the server; nothing before the first load. */
  changeAtom: WritableAtom<null, [change: (data: Data) => Data], void>;
  /** Sets data from elsewhere, such as the answer of a write. */
  setAtom: WritableAtom<null, [data: Data], void>;
  /** Aborts when the last component leaves. */
  signalAtom: WritableAtom<null, [], AbortSignal>;
}

const newLife = (): Life => ({
  stay: new AbortController(),
  running: null,
  again: false,
  loadedAt: 0,
  isShown: false,
  leftAt: 0,
  timer: undefined,
});

/** Loads once into `valueAtom`, unless the last component has left meanwhile. Never rejects: the state shows failures. */
const createLoad = <Data>(rule: QueryRule<Data>, valueAtom: PrimitiveAtom<QueryState<Data>>) =>
  atom(null, async (get, set, life: Life): Promise<void> => {
    const { signal } = life.stay;
    const before = get(valueAtom);
    if (before.status !== 'loading') set(valueAtom, { ...before, refreshing: true });
    try {
      const fresh = await rule.load(get, set, signal);
      if (signal.aborted) return;
      const data = rule.join ? rule.join(fresh, dataOf(get(valueAtom))) : fresh;
      life.loadedAt = Date.now();
      set(valueAtom, { status: 'ready', data, at: life.loadedAt, refreshing: false });
    } catch (error) {
      if (signal.aborted) return;
      console.warn(`${rule.key} could not be read`, error);
      const code = error instanceof ApiError ? error.code : 'internal';
      const known = get(valueAtom);
      const data = dataOf(known);
      const copy = data === null ? await rule.readCopy?.(get, set).catch(() => null) : null;
      if (signal.aborted) return;
      const copyFrom = copy?.takenAt ?? (known.status === 'failed' ? known.copyFrom : null);
      set(valueAtom, { status: 'failed', code, data: copy?.data ?? data, copyFrom, refreshing: false });
    }
  });

export function createQuery<Data>(rule: QueryRule<Data>): Query<Data> {
  const valueAtom = atom<QueryState<Data>>({ status: 'loading' });
  const lifeAtom = atom(newLife);
  const loadAtom = createLoad(rule, valueAtom);
  const rest = (get: Getter, set: Setter) => {
    const state = get(valueAtom);
    if (state.status === 'loading') return;
    const data = state.data !== null && rule.onLeave ? rule.onLeave(state.data) : state.data;
    set(valueAtom, { ...state, data, refreshing: false } as QueryState<Data>);
  };
  const registerAtom = atom(null, (get, set): Life => {
    const life = get(lifeAtom);
    const registry = get(registryAtom);
    // Requested without a component, after the last one left.
    if (!life.isShown && life.stay.signal.aborted) life.stay = new AbortController();
    if (!registry.has(rule.key)) {
      registry.set(rule.key, {
        life,
        tags: rule.tags,
        refresh: () => set(refreshAtom),
        forget: () => {
          life.loadedAt = 0;
          set(valueAtom, { status: 'loading' });
        },
        drop: rule.onDrop,
        needs: () => {
          const data = dataOf(get(valueAtom));
          return data === null ? undefined : rule.idsIn?.(data);
        },
      });
    }
    return life;
  });

  const refreshAtom = atom(null, (_get, set): Promise<void> => {
    const life = set(registerAtom);
    if (life.running) return life.running;
    const { signal } = life.stay;
    const untilCurrent = async () => {
      do {
        life.again = false;
        await set(loadAtom, life);
      } while (life.again && !signal.aborted);
      if (!signal.aborted) life.running = null;
    };
    life.running = untilCurrent();
    return life.running;
  });

  const stateAtom = atom(
    (get) => get(valueAtom),
    (get, set, command: 'enter' | 'leave') => {
      const life = set(registerAtom);
      life.isShown = command === 'enter';
      clearInterval(life.timer);
      if (command === 'enter') {
        if (life.stay.signal.aborted) life.stay = new AbortController();
        if (!isFresh(life)) void set(refreshAtom);
        if (rule.everyMs) life.timer = setInterval(() => void set(refreshAtom), rule.everyMs);
        return;
      }
      life.leftAt = Date.now();
      life.stay.abort();
      life.running = null;
      rest(get, set);
      set(tidyAtom);
    },
  );
  stateAtom.onMount = (command) => {
    command('enter');
    return () => command('leave');
  };

  return {
    stateAtom,
    refreshAtom,
    changeAtom: atom(null, (get, set, change: (data: Data) => Data) => {
      const state = get(valueAtom);
      if (state.status === 'loading' || state.data === null) return;
      set(valueAtom, { ...state, data: change(state.data) } as QueryState<Data>);
    }),
    setAtom: atom(null, (_get, set, data: Data) => {
      const life = set(registerAtom);
      life.loadedAt = Date.now();
      // A running load began earlier and must not overwrite this.
      if (life.running) life.again = true;
      set(valueAtom, { status: 'ready', data, at: life.loadedAt, refreshing: life.running !== null });
    }),
    signalAtom: atom(null, (_get, set) => set(registerAtom).stay.signal),
  };
}
