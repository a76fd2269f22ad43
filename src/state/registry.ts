// The queries of a store among one another: which are out of date, which are read again, which are let go of.
import { atom } from 'jotai/vanilla';
import { keepRowsAtom, pinnedIdsAtom, type TableName } from './entities.ts';

/** Seen again within this time, an answer is still news. */
const FRESH_MS = 10_000;
/** Queries nobody looks at: so many are kept, so long. */
const KEPT_COUNT = 30;
const KEPT_MS = 10 * 60_000;

/** What a store holds of one query beside its state. */
export interface Life {
  /** Aborted when the last one leaves. */
  stay: AbortController;
  running: Promise<void> | null;
  /** The running answer will be out of date. */
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

/** Every query of a store that has been looked at. */
export const registryAtom = atom(() => new Map<string, Registered>());

/** False when an answer has grown old. */
export const isFresh = ({ loadedAt }: Life): boolean => Date.now() - loadedAt < FRESH_MS;

/** What carries this tag is out of date: read again now where somebody looks, otherwise when somebody comes. */
export const invalidateAtom = atom(null, (get, _set, tag: string) => {
  for (const { tags, life, refresh } of get(registryAtom).values()) {
    if (!tags.includes(tag)) continue;
    life.loadedAt = 0;
    if (life.running) life.again = true;
    else if (life.isShown) void refresh();
  }
});

/** The network is back, or a person is: what is on screen and not fresh, or all of it, is read again. */
export const refreshShownAtom = atom(null, (get, _set, isAll = false) => {
  for (const { life, refresh } of get(registryAtom).values()) {
    if (life.isShown && (isAll || !isFresh(life))) void refresh();
  }
});

/** Drops all answers but those with the tag `except`: they were somebody else's. What is on screen is read anew. */
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

/** After somebody has left: drops the answers nobody has looked at for long. */
export const tidyAtom = atom(null, (get, set) => {
  const registry = get(registryAtom);
  const now = Date.now();
  const idle = [...registry].filter(([, { life }]) => !life.isShown && life.leftAt > 0);
  idle.sort(([, a], [, b]) => b.life.leftAt - a.life.leftAt);
  const old = idle.filter(([, { life }], index) => index >= KEPT_COUNT || now - life.leftAt > KEPT_MS);
  for (const [key, { forget, drop }] of old) {
    forget();
    drop?.();
    registry.delete(key);
  }
  if (old.length > 0) set(collectAtom);
});

/** Lets go of rows that no list and nothing that plays names. */
const collectAtom = atom(null, (get, set) => {
  const needed = new Set<string>();
  for (const { needs } of get(registryAtom).values()) {
    const named = needs();
    for (const id of named?.ids ?? []) needed.add(`${named?.table} ${id}`);
  }
  const pinned = get(pinnedIdsAtom);
  set(keepRowsAtom, (table, id) => needed.has(`${table} ${id}`) || pinned.has(id));
});
