// The queue: tracks that play before the playlist continues. Stored on this device, so that a reload keeps it.
import { atom } from 'jotai/vanilla';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { pinAtom, putRowsAtom } from '../entities.ts';
import { movedAtom } from '../identity.ts';
import { statePortsAtom } from '../ports.ts';
import { tracksByIdAtom } from '../tracks.ts';

const SETTING = 'queue';
/** The server answers this many ids at once. */
const MAX_TRACKS = 50;

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

const pinnedAtom = pinAtom('queue');
/** Ids in the order they play; writing stores them. */
export const queueAtom = atom(
  (get) => get(pinnedAtom),
  (get, set, ids: readonly string[]) => {
    set(pinnedAtom, ids.slice(0, MAX_TRACKS));
    get(statePortsAtom).settings.write(SETTING, get(pinnedAtom));
  },
);

/** The owner of the settings from which the queue was read, as a count of moves. */
const readAtom = atom(-1);
/** Reads the stored queue once, and the rows of its tracks that no list has loaded. Tracks that are gone leave it. */
export const restoreQueueAtom = atom(null, async (get, set): Promise<void> => {
  if (get(readAtom) !== get(movedAtom)) {
    set(readAtom, get(movedAtom));
    const stored = get(statePortsAtom).settings.read(SETTING, isIds, []);
    set(pinnedAtom, [...new Set([...stored, ...get(pinnedAtom)])].slice(0, MAX_TRACKS));
  }
  const missing = get(queueAtom).filter((id) => !get(tracksByIdAtom).has(id));
  if (missing.length === 0) return;
  try {
    const { data } = await get(statePortsAtom).read('getTracks', { ids: missing.join(',') });
    const rows: TrackView[] = data;
    set(putRowsAtom, 'tracks', rows);
    const gone = new Set(missing.filter((id) => !rows.some((row) => row.id === id)));
    if (gone.size > 0)
      set(
        queueAtom,
        get(queueAtom).filter((id) => !gone.has(id)),
      );
  } catch (error) {
    console.info('the queue waits for its tracks', error);
  }
});

const without = (ids: readonly string[], trackId: string) => ids.filter((id) => id !== trackId);

/** Before all others. */
export const playNextAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  set(queueAtom, [trackId, ...without(get(queueAtom), trackId)]);
  await set(restoreQueueAtom);
});

/** After all others: the first one added plays first. */
export const addToQueueAtom = atom(null, async (get, set, trackId: string): Promise<void> => {
  set(queueAtom, [...without(get(queueAtom), trackId), trackId]);
  await set(restoreQueueAtom);
});

export const removeFromQueueAtom = atom(null, (get, set, trackId: string) =>
  set(queueAtom, without(get(queueAtom), trackId)),
);

/** Moves a track to the place of another one: before it when moved up, after it when moved down. */
export const moveInQueueAtom = atom(null, (get, set, trackId: string, to: string) => {
  const queue = get(queueAtom);
  const [from, target] = [queue.indexOf(trackId), queue.indexOf(to)];
  if (from === -1 || target === -1) return;
  set(queueAtom, without(queue, trackId).toSpliced(target, 0, trackId));
});
