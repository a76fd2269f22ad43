// Public changes that the server announces: counters are shown as they come; rows on the screen and on this device are read
// again when their text or visibility changed, lists when they may hold other rows. Waits a random moment, so that a crowd does not ask at once.
import { atom } from 'jotai/vanilla';
import type { ServerEvents, TrackCounters } from '../../api/contract/events.ts';
import { TRACK_IDS_MAX } from '../../api/contract/limits.ts';
import type { TrackView } from '../../api/contract/tracks.ts';
import { pendingChangesAtom, pinnedIdsAtom, putRowsAtom, tableAtom } from './entities.ts';
import { identityAtom } from './identity.ts';
import { removeTrackAtom } from './playerActions.ts';
import { statePortsAtom } from './ports.ts';
import { invalidateAtom, registryAtom } from './registry.ts';

/** Changes are gathered for `GATHER_MS` to `GATHER_MS + SPREAD_MS`. */
const GATHER_MS = 80;
const SPREAD_MS = 320;
/** A page reads again at most `MAX_RELOADS` times in `RELOADS_WINDOW_MS`. */
const MAX_RELOADS = 5;
const RELOADS_WINDOW_MS = 15_000;

interface Gathered {
  trackIds: Set<string>;
  /** Tracks whose counters were not shown because a write of this person was on its way. */
  delayedIds: Set<string>;
  tags: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When rows were read again, newest last; milliseconds since 1970. */
  reloads: number[];
}

const gatheredAtom = atom(
  (): Gathered => ({
    trackIds: new Set(),
    delayedIds: new Set(),
    tags: new Set(),
    timer: undefined,
    reloads: [],
  }),
);

export type PublicChange = {
  [Name in PublicName]: { name: Name; data: ServerEvents[Name] };
}[PublicName];
type PublicName = 'tracksChanged' | 'countersChanged' | 'commentsChanged' | 'personChanged' | 'newsChanged';

/** Tracks with a write on its way; what they show includes it already. */
const pendingTrackIdsAtom = atom(
  (get) => new Set(get(pendingChangesAtom).flatMap(({ table, id }) => (table === 'tracks' ? [id] : []))),
);

/** Shows counters on the rows that are known; answers the ids of those with a write on its way, which stay unchanged. */
const showCountersAtom = atom(null, (get, set, counters: readonly TrackCounters[]): string[] => {
  const rows = get(tableAtom('tracks'));
  const pending = get(pendingTrackIdsAtom);
  const fresh: TrackView[] = [];
  const delayed: string[] = [];
  for (const { id, likes, plays, commentsCount } of counters) {
    const row = rows.get(id);
    if (row === undefined) continue;
    if (pending.has(id)) delayed.push(id);
    else fresh.push({ ...row, likes, plays, commentsCount });
  }
  if (fresh.length > 0) set(putRowsAtom, 'tracks', fresh);
  return delayed;
});

/** Takes a change: shows it, or reads again soon what it made stale. */
export const applyChangeAtom = atom(null, (get, set, change: PublicChange) => {
  const gathered = get(gatheredAtom);
  const { tags } = gathered;
  if (change.name === 'tracksChanged') {
    for (const id of change.data.trackIds) gathered.trackIds.add(id);
    if (change.data.lists) tags.add('tracks');
  } else if (change.name === 'countersChanged') {
    const delayed = set(showCountersAtom, change.data.tracks);
    if (delayed.length === 0) return;
    for (const id of delayed) gathered.delayedIds.add(id);
  } else if (change.name === 'commentsChanged') tags.add(`comments:${change.data.trackId}`);
  else if (change.name === 'personChanged') tags.add(`person:${change.data.userId}`);
  else tags.add('notifications').add('activities');
  if (gathered.timer !== undefined) return;
  const first = gathered.reloads.at(-MAX_RELOADS) ?? 0;
  const wait = Math.max(GATHER_MS + Math.random() * SPREAD_MS, first + RELOADS_WINDOW_MS - Date.now());
  gathered.timer = setTimeout(() => void set(reloadAtom), wait);
});

const reloadAtom = atom(null, (_get, set) => set(reloadNowAtom));

/** Separate from `reloadAtom`, which it waits for: an atom that sets itself stores a value and runs nothing. */
const reloadNowAtom = atom(null, async (get, set) => {
  // A hidden page reads when it is shown again.
  if (globalThis.document?.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', () => void set(reloadAtom), { once: true });
    return;
  }
  const gathered = get(gatheredAtom);
  const lists = [...get(registryAtom).values()]
    .filter(({ life }) => life.isShown)
    .map(({ needs }) => needs());
  const shown = new Set(lists.flatMap((named) => (named?.table === 'tracks' ? named.ids : [])));
  const pinned = get(pinnedIdsAtom);
  const pending = get(pendingTrackIdsAtom);
  const arrived = [...gathered.delayedIds].filter((id) => !pending.has(id));
  const heard = new Set([...gathered.trackIds, ...arrived]);
  const tags = [...gathered.tags];
  gathered.trackIds.clear();
  gathered.tags.clear();
  for (const id of arrived) gathered.delayedIds.delete(id);
  gathered.timer =
    gathered.delayedIds.size > 0
      ? setTimeout(() => void set(reloadAtom), RELOADS_WINDOW_MS / MAX_RELOADS)
      : undefined;
  gathered.reloads = [...gathered.reloads.slice(1 - MAX_RELOADS), Date.now()];
  for (const tag of tags) set(invalidateAtom, tag);
  if (heard.size === 0) return;
  const stored = new Set(await set(storedIdsAtom, new Date().toISOString()));
  await set(
    readRowsAtom,
    [...heard].filter((id) => shown.has(id) || pinned.has(id) || stored.has(id)),
  );
});

const storedIdsAtom = atom(
  null,
  (get, _set, before: string): Promise<string[]> =>
    get(statePortsAtom)
      .copies.trackIds(before)
      .catch(() => []),
);

/** Reads the recordings in lists that were stored before this ISO time: what changed since was not announced here. */
export const checkCopiesAtom = atom(null, async (_get, set, before: string) => {
  await set(readRowsAtom, await set(storedIdsAtom, before));
});

/** Ids that the server does not answer are removed. */
const readRowsAtom = atom(null, async (get, set, ids: readonly string[]) => {
  const { read, copies } = get(statePortsAtom);
  try {
    for (let from = 0; from < ids.length; from += TRACK_IDS_MAX) {
      const asked = ids.slice(from, from + TRACK_IDS_MAX);
      const { data } = await read('getTracks', { ids: asked.join(',') });
      const rows: TrackView[] = data;
      const here = new Set(rows.map(({ id }) => id));
      set(putRowsAtom, 'tracks', rows);
      for (const id of asked) if (!here.has(id)) set(removeTrackAtom, id);
      await copies.renewTracks(asked, rows, get(identityAtom));
    }
  } catch (error) {
    console.info('changed rows could not be read again', error);
  }
});
