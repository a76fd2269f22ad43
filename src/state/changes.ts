// What the server says has changed for all to see: rows on the screen are read again, exactly those; lists when others may
// stand in them now. Gathered for a moment that differs from page to page, so that a crowd does not ask at once.
import { atom } from 'jotai/vanilla';
import type { ServerEvents } from '../../api/contract/events.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { pinnedIdsAtom, putRowsAtom, removeRowAtom } from './entities.ts';
import { statePortsAtom } from './ports.ts';
import { invalidateAtom, registryAtom } from './registry.ts';

/** Gathered at least, and up to so much longer. */
const GATHER_MS = 80;
const SPREAD_MS = 320;
/** A busy site changes all the time: so many looks in so long, the next one waits. */
const LOOKS = 5;
const LOOKS_MS = 15_000;

interface Gathered {
  trackIds: Set<string>;
  tags: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When it looked, newest last. */
  looks: number[];
}

const gatheredAtom = atom(
  (): Gathered => ({ trackIds: new Set(), tags: new Set(), timer: undefined, looks: [] }),
);

export type PublicChange = {
  [Name in 'tracksChanged' | 'commentsChanged' | 'personChanged' | 'newsChanged']: {
    name: Name;
    data: ServerEvents[Name];
  };
}['tracksChanged' | 'commentsChanged' | 'personChanged' | 'newsChanged'];

/** Takes a hint; what it makes stale is read again soon. */
export const hearChangeAtom = atom(null, (get, set, change: PublicChange) => {
  const gathered = get(gatheredAtom);
  const { tags } = gathered;
  if (change.name === 'tracksChanged') {
    for (const id of change.data.trackIds) gathered.trackIds.add(id);
    if (change.data.lists) tags.add('tracks');
  } else if (change.name === 'commentsChanged') tags.add(`comments:${change.data.trackId}`);
  else if (change.name === 'personChanged') tags.add(`person:${change.data.userId}`);
  else tags.add('notifications').add('activities');
  if (gathered.timer !== undefined) return;
  const first = gathered.looks.at(-LOOKS) ?? 0;
  const wait = Math.max(GATHER_MS + Math.random() * SPREAD_MS, first + LOOKS_MS - Date.now());
  gathered.timer = setTimeout(() => void set(lookAtom), wait);
});

const lookAtom = atom(null, (_get, set) => set(lookNowAtom));

/** Apart from the look that it waits for: an atom that sets itself stores a value and runs nothing. */
const lookNowAtom = atom(null, async (get, set) => {
  // Nobody looks: it waits until somebody does.
  if (globalThis.document?.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', () => void set(lookAtom), { once: true });
    return;
  }
  const gathered = get(gatheredAtom);
  const lists = [...get(registryAtom).values()]
    .filter(({ life }) => life.isShown)
    .map(({ needs }) => needs());
  const shown = new Set(lists.flatMap((named) => (named?.table === 'tracks' ? named.ids : [])));
  const pinned = get(pinnedIdsAtom);
  const ids = [...gathered.trackIds].filter((id) => shown.has(id) || pinned.has(id));
  const tags = [...gathered.tags];
  gathered.trackIds.clear();
  gathered.tags.clear();
  gathered.timer = undefined;
  gathered.looks = [...gathered.looks.slice(1 - LOOKS), Date.now()];
  for (const tag of tags) set(invalidateAtom, tag);
  if (ids.length > 0) await set(readRowsAtom, ids);
});

/** Those that do not come are gone. */
const readRowsAtom = atom(null, async (get, set, ids: readonly string[]) => {
  try {
    const { read } = get(statePortsAtom);
    const { data } = await read('getTracks', { ids: ids.join(',') });
    const rows: TrackView[] = data;
    const here = new Set(rows.map(({ id }) => id));
    set(putRowsAtom, 'tracks', rows);
    for (const id of ids) if (!here.has(id)) set(removeRowAtom, 'tracks', id);
  } catch (error) {
    console.info('what has changed could not be read', error);
  }
});
