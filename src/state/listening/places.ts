// Saves where in a track a person stops. Playing from the beginning leaves a later place as it is; only the end of the track
// removes it.
import { atom } from 'jotai/vanilla';
import { changePlacesAtom, placeOf, placesAtom } from '../places.ts';
import { durationSecondsAtom, elapsedSecondsAtom, playerStateAtom } from '../player.ts';
import { positionAtom, runAtom } from '../playerRun.ts';
import { listeningPortsAtom } from './ports.ts';

/** Playback this close to the beginning or the end saves no place. */
const EDGE_SECONDS = 15;
const SAVE_EVERY_MS = 10_000;

/** How many tracks have one. */
export const placeCountAtom = atom((get) => Object.keys(get(placesAtom)).length);

const savedAtom = atom({ trackId: '', at: 0 });

/** `isNow`: at a pause or when the page may end; otherwise every ten seconds. */
export const savePlaceAtom = atom(null, (get, set, isNow: boolean) => {
  const state = get(playerStateAtom);
  if (state.phase !== 'playing' && state.phase !== 'paused') return;
  const { trackId } = state;
  const at = get(listeningPortsAtom).now();
  const saved = get(savedAtom);
  if (!isNow && saved.trackId === trackId && at - saved.at < SAVE_EVERY_MS) return;
  const seconds = Math.floor(set(positionAtom));
  if (seconds < EDGE_SECONDS || seconds > get(durationSecondsAtom) - EDGE_SECONDS) return;
  set(savedAtom, { trackId, at });
  const before = get(placesAtom)[trackId]?.seconds ?? 0;
  // Who moved inside the track has chosen where to be.
  if (seconds < before && !get(runAtom)?.moved) return;
  set(changePlacesAtom, (places) => ({ ...places, [trackId]: { seconds, at } }));
});

/** The track was heard to its end. */
export const forgetPlaceAtom = atom(null, (get, set) => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle' || get(placesAtom)[state.trackId] === undefined) return;
  set(changePlacesAtom, ({ [state.trackId]: _heard, ...others }) => others);
});

/** Seconds to continue from, while the current track is at its beginning; null when there is nothing to offer. */
export const offeredPlaceAtom = atom((get): number | null => {
  const state = get(playerStateAtom);
  if (state.phase === 'idle' || get(elapsedSecondsAtom) >= EDGE_SECONDS) return null;
  const place = placeOf(get(placesAtom), state.trackId);
  return place !== null && place > get(elapsedSecondsAtom) ? place : null;
});

export const clearPlacesAtom = atom(null, (_get, set) => set(changePlacesAtom, () => ({})));
