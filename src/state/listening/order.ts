// The next and the previous track: first the queue, then the playlist in its order or shuffled.
import { atom, type Getter } from 'jotai/vanilla';
import { playerStateAtom, playlistAtom, playlistSourceAtom, repeatAtom } from '../player.ts';
import { positionAtom, seekAtom, selectAtom, startAtom } from '../playerRun.ts';
import { statePortsAtom } from '../ports.ts';
import { isRecordingAtom } from '../sound.ts';
import { tracksByIdAtom } from '../tracks.ts';
import { listeningPortsAtom } from './ports.ts';
import { queueAtom, removeFromQueueAtom } from './queue.ts';

/** Previous restarts the track after this many seconds. */
const RESTART_AFTER_SECONDS = 3;
/** Tracks that `previous` can go back to. */
const TRAIL_LENGTH = 50;

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';
const chosenShuffleAtom = atom<boolean | null>(null);
/** Remembered on this device. */
export const shuffledAtom = atom(
  (get) => get(chosenShuffleAtom) ?? get(statePortsAtom).settings.read('shuffle', isSwitch, false),
  (get, set, shuffled: boolean) => {
    set(chosenShuffleAtom, shuffled);
    set(passAtom, []);
    get(statePortsAtom).settings.write('shuffle', shuffled);
  },
);
/** The account's preference: the next track plays after the end of one. */
export const autoplayAtom = atom(false);

/** Played since shuffling began; none repeats before all others have played. */
const passAtom = atom<readonly string[]>([]);
/** Tracks played before the current one, newest last. */
const trailAtom = atom<readonly string[]>([]);
/** The place in the playlist before `during`, a track of the queue. */
const asideAtom = atom<{ place: string; during: string } | null>(null);

const currentId = (get: Getter) => {
  const state = get(playerStateAtom);
  return state.phase === 'idle' ? null : state.trackId;
};
const known = (get: Getter, ids: readonly string[]) => ids.filter((id) => get(tracksByIdAtom).has(id));

/** The track whose place in the playlist counts now. */
function placeOf(get: Getter): string {
  const here = currentId(get) ?? '';
  const aside = get(asideAtom);
  return aside?.during === here ? aside.place : here;
}

const goAtom = atom(null, async (get, set, trackId: string, back = false): Promise<void> => {
  const before = currentId(get);
  if (before !== null && !back) set(trailAtom, [...get(trailAtom), before].slice(-TRAIL_LENGTH));
  const isQueued = get(queueAtom).includes(trackId);
  set(asideAtom, isQueued ? { place: placeOf(get), during: trackId } : null);
  if (isQueued) set(removeFromQueueAtom, trackId);
  set(selectAtom, trackId);
  await set(startAtom);
});

/** Extends the playlist by what its source has loaded since, or by the source's next page; a failure changes nothing. */
const growPlaylistAtom = atom(null, async (get, set): Promise<void> => {
  const source = get(playlistSourceAtom);
  if (source === null) return;
  const idsOf = () => {
    const list = get(source.list);
    return list.status === 'loading' ? [] : list.rows.map(({ id }) => id);
  };
  const before = get(playlistAtom);
  if (idsOf().length <= before.length) await set(source.list, 'more');
  if (get(playlistAtom) === before) set(playlistAtom, [...new Set([...before, ...idsOf()])]);
});

/** A random track that has not played in this pass; when all have and `isEndless`, starts a new pass. */
const drawAtom = atom(null, (get, set, isEndless: boolean): string | undefined => {
  const here = currentId(get);
  const playlist = known(get, get(playlistAtom)).filter((id) => id !== here);
  const had = new Set(get(passAtom));
  const fresh = playlist.filter((id) => !had.has(id));
  const from = fresh.length > 0 ? fresh : isEndless ? playlist : [];
  const drawn = from[Math.floor(get(listeningPortsAtom).random() * from.length)];
  const begun = fresh.length > 0 ? get(passAtom) : [];
  set(passAtom, [...begun, ...[here, drawn].filter((id) => id != null && !begun.includes(id))] as string[]);
  return drawn;
});

/** The next track. `isEndless`: the first follows the last. */
const followingAtom = atom(null, async (get, set, isEndless: boolean): Promise<string | undefined> => {
  const [queued] = known(get, get(queueAtom));
  if (queued !== undefined) return queued;
  const place = placeOf(get);
  if (get(playlistAtom).at(-1) === place || get(shuffledAtom)) await set(growPlaylistAtom);
  if (get(shuffledAtom)) return set(drawAtom, isEndless);
  const playlist = known(get, get(playlistAtom));
  const at = playlist.indexOf(place);
  if (at === -1) return undefined;
  return playlist[at + 1] ?? (isEndless ? playlist[0] : undefined);
});

/** The previous track: the one played before when shuffled or in the queue, otherwise the playlist's. */
function precedingOf(get: Getter): string | undefined {
  const playlist = known(get, get(playlistAtom));
  const at = playlist.indexOf(placeOf(get));
  if (get(shuffledAtom) || get(asideAtom)?.during === currentId(get))
    return known(get, get(trailAtom)).at(-1);
  return at === -1 ? undefined : playlist[(at - 1 + playlist.length) % playlist.length];
}

/** The next (1) or previous (−1) track, around the ends of the playlist. Previous restarts after 3 s. */
export const stepAtom = atom(null, async (get, set, step: 1 | -1): Promise<void> => {
  const here = currentId(get);
  if (here === null || get(isRecordingAtom)) return;
  if (step === -1 && set(positionAtom) > RESTART_AFTER_SECONDS) return set(seekAtom, 0);
  const target = step === 1 ? await set(followingAtom, true) : precedingOf(get);
  // The user started something else while the next page loaded.
  if (currentId(get) !== here) return;
  if (target === undefined || target === here) {
    set(seekAtom, 0);
    if (step === 1 && target !== undefined) await set(startAtom);
    return;
  }
  if (step === -1) set(trailAtom, get(trailAtom).slice(0, get(trailAtom).lastIndexOf(target)));
  await set(goAtom, target, step === -1);
});

/** At the end of a track plays the same again, the queue, the rest of the playlist, or nothing. */
export const continueAtom = atom(null, async (get, set): Promise<void> => {
  const here = currentId(get);
  const repeat = get(repeatAtom);
  if (repeat === 'one') return set(startAtom);
  const isQueued = known(get, get(queueAtom)).length > 0;
  if (!isQueued && repeat === 'none' && !get(autoplayAtom)) return;
  const next = await set(followingAtom, repeat === 'all');
  if (currentId(get) !== here) return;
  if (next === here) await set(startAtom);
  else if (next !== undefined) await set(goAtom, next);
});
