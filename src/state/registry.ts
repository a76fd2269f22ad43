// All queries of a store: which are stale, which are read again, which are dropped.
import { atom } from 'jotai/vanilla';
import { keepRowsAtom, pinnedIdsAtom, type TableName } from './entities.ts';

/** An answer is fresh for this long. */
const FRESH_MS = 10_000;
/** Limits for cached queries that no component reads. */
const MAX_IDLE = 30;
const MAX_IDLE_MS = 10 * 60_000;

/** Bookkeeping of one query. */
export interface Life {
  /** Aborted when the last component leaves. */
  stay: AbortController;
  running: Promise<void> | null;
  /** The running load is already stale: load again. */
  again: boolean;
  /** Milliseconds since 1970; 0 means stale. */
  loadedAt: number;
  isShown: boolean;
  leftAt: number;
  timer: ReturnType<typeof setInterval> | undefined;
}

interface Registered {
  life: Life;
  tags: readonly string[];
  refresh: () => Promise<void>;
  forget: () => void;
  drop: (() => void) | undefined;
  needs: () => { table: TableName; ids: readonly string[] } | undefined;
}

/** Every query of a store that was read. */
export const registryAtom = atom(() => new Map<string, Registered>());

/** Whether the answer is recent. */
export const isFresh = ({ loadedAt }: Life): boolean => Date.now() - loadedAt < FRESH_MS;

/** Makes queries with this tag stale: those on screen are read again now, the others when they are next shown. */
export const invalidateAtom = atom(null, (get, _set, tag: string) => {
  for (const { tags, life, refresh } of get(registryAtom).values()) {
    if (!tags.includes(tag)) continue;
    life.loadedAt = 0;
    if (life.running) life.again = true;
    else if (life.isShown) void refresh();
  }
});

/** Reads queries on screen again, all or those that are not fresh; for when the network or the user is back. */
export const refreshShownAtom = atom(null, (get, _set, isAll = false) => {
  for (const { life, refresh } of get(registryAtom).values()) {
    if (life.isShown && (isAll || !isFresh(life))) void refresh();
  }
});

/** Drops all answers of the previous account, except those tagged `except`. Queries on screen are read again. */
export const forgetAnswersAtom = atom(null, (get, set, except: string) => {
  for (const { tags, life, forget, refresh } of get(registryAtom).values()) {
    if (tags.includes(except)) continue;
    life.stay.abort();
    life.stay = new AbortController();
    life.running = null;
    forget();
    if (life.isShown) void refresh();
  }
  set(collectAtom);
});

/** Call when a component leaves: drops answers that were not used for long. */
export const tidyAtom = atom(null, (get, set) => {
  const registry = get(registryAtom);
  const now = Date.now();
  const idle = [...registry].filter(([, { life }]) => !life.isShown && life.leftAt > 0);
  idle.sort(([, a], [, b]) => b.life.leftAt - a.life.leftAt);
  const old = idle.filter(([, { life }], index) => index >= MAX_IDLE || now - life.leftAt > MAX_IDLE_MS);
  for (const [key, { forget, drop }] of old) {
    forget();
    drop?.();
    registry.delete(key);
  }
  if (old.length > 0) set(collectAtom);
});

/** Drops rows that neither a list nor the player needs. */
const collectAtom = atom(null, (get, set) => {
  const needed = new Set<string>();
  for (const { needs } of get(registryAtom).values()) {
    const named = needs();
    for (const id of named?.ids ?? []) needed.add(`${named?.table} ${id}`);
  }
  const pinned = get(pinnedIdsAtom);
  set(keepRowsAtom, (table, id) => needed.has(`${table} ${id}`) || pinned.has(id));
});
