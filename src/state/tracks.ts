// Every track the browser knows, once, by id. Lists are derived from it; nothing else keeps a copy.
import { atom } from 'jotai/vanilla';
import type { TrackView } from '../../api/contract/tracks.ts';
import { read } from '../api/calls.ts';
import { ApiError, type ApiErrorCode } from '../api/client.ts';
import { readTracksSnapshot, writeTracksSnapshot } from '../storage/snapshot.ts';

export type TracksStatus =
  | { status: 'idle' }
  /** The first request; later ones leave what is on screen alone. */
  | { status: 'loading' }
  | { status: 'ready' }
  /** `copyFrom`: ISO time of the local copy that is shown instead, null when the rows are from this visit. */
  | { status: 'failed'; code: ApiErrorCode; copyFrom: string | null; retrying: boolean };

const byIdAtom = atom<ReadonlyMap<string, TrackView>>(new Map());
const statusAtom = atom<TracksStatus>({ status: 'idle' });

export const tracksByIdAtom = atom((get) => get(byIdAtom));
export const tracksStatusAtom = atom((get) => get(statusAtom));

/** Tracks a listener may see, in the order the server gave them; absent status counts as active (K30). */
export const visibleTracksAtom = atom((get) => Array.from(get(byIdAtom).values()).filter(isVisible));

export function isVisible(track: TrackView): boolean {
  return track.status === undefined || track.status === 'active' || track.status === 'approved';
}

const byId = (tracks: readonly TrackView[]) => new Map(tracks.map((track) => [track.id, track]));

/** Changes one known track; unknown ids are left alone. */
export const patchTrackAtom = atom(null, (get, set, id: string, change: Partial<TrackView>) => {
  const track = get(byIdAtom).get(id);
  if (track === undefined) return;
  set(byIdAtom, new Map(get(byIdAtom)).set(id, { ...track, ...change }));
});

const runningAtom = atom<Promise<void> | null>(null);

/**
 * Fetches the list. One request at a time: a second call joins the first.
 * On failure what is on screen stays; with an empty screen the last copy of this device is shown.
 */
export const loadTracksAtom = atom(null, (get, set): Promise<void> => {
  const running = get(runningAtom);
  if (running !== null) return running;
  const request = (async () => {
    const before = get(statusAtom);
    if (before.status === 'idle') set(statusAtom, { status: 'loading' });
    if (before.status === 'failed') set(statusAtom, { ...before, retrying: true });
    try {
      const { data: tracks } = await read('getTracks', {});
      set(byIdAtom, byId(tracks));
      set(statusAtom, { status: 'ready' });
      writeTracksSnapshot({ takenAt: new Date().toISOString(), tracks });
    } catch (error) {
      console.warn('loading the tracks failed', error);
      const code = error instanceof ApiError ? error.code : 'internal';
      const stored = get(byIdAtom).size === 0 ? readTracksSnapshot() : null;
      const copy = stored !== null && stored.tracks.length > 0 ? stored : null;
      if (copy !== null) set(byIdAtom, byId(copy.tracks));
      const copyFrom = copy?.takenAt ?? (before.status === 'failed' ? before.copyFrom : null);
      set(statusAtom, { status: 'failed', code, copyFrom, retrying: false });
    } finally {
      set(runningAtom, null);
    }
  })();
  set(runningAtom, request);
  return request;
});
