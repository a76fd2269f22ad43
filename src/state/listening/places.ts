// Where in a track a person stopped, on this device only: offered when the track is opened again, never sent anywhere.
import { atom } from 'jotai/vanilla';
import { durationSecondsAtom, elapsedSecondsAtom, playerStateAtom } from '../player.ts';
import { statePortsAtom } from '../ports.ts';
import { positionAtom } from '../seeking.ts';
import { listeningPortsAtom } from './ports.ts';

const SETTING = 'places';
const KEPT = 50;
/** Shorter listening, and what was heard almost to its end, begins anew. */
const EDGE_SECONDS = 15;
/** A few words back, to find the thread. */
const BACK_UP_SECONDS = 5;
const SAVE_EVERY_MS = 10_000;

type Places = Record<string, { seconds: number; at: number }>;
const isPlaces = (value: unknown): value is Places =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (each: { seconds?: unknown; at?: unknown } | null) =>
      typeof each?.seconds === 'number' && typeof each.at === 'number',
  );

const changedAtom = atom(0);
const placesAtom = atom((get): Places => {
  get(changedAtom);
  return get(statePortsAtom).settings.read(SETTING, isPlaces, {});
});
/** How many tracks have one. */
export const placeCountAtom = atom((get) => Object.keys(get(placesAtom)).length);

const savedAtom = atom({ trackId: '', at: 0 });

/** `isNow`: at a pause or when the page may end; otherwise every ten seconds. */
export const savePlaceAtom = atom(null, (get, set, isNow: boolean) => {
  const state = get(playerStateAtom);
  if (state.phase !== 'playing' && state.phase !== 'paused') return;
  const now = get(listeningPortsAtom).now();
  const saved = get(savedAtom);
  if (!isNow && saved.trackId === state.trackId && now - saved.at < SAVE_EVERY_MS) return;
  const seconds = Math.floor(set(positionAtom));
  // A track that was only opened says nothing about where it was left.
  if (seconds === 0) return;
  set(savedAtom, { trackId: state.trackId, at: now });
  const { settings } = get(statePortsAtom);
  const { [state.trackId]: before, ...others } = settings.read(SETTING, isPlaces, {});
  const isWorthIt = seconds >= EDGE_SECONDS && seconds <= get(durationSecondsAtom) - EDGE_SECONDS;
  if (!isWorthIt && before === undefined) return;
  const all: Places = isWorthIt ? { ...others, [state.trackId]: { seconds, at: now } } : others;
  const newest = Object.entries(all).toSorted(([, a], [, b]) => b.at - a.at);
  settings.write(SETTING, Object.fromEntries(newest.slice(0, KEPT)));
  set(changedAtom, (count) => count + 1);
});

/** Seconds to go on from, for a track that stands at its beginning; null when there is nothing to offer. */
export const offeredPlaceAtom = atom((get): number | null => {
  const state = get(playerStateAtom);
  if (state.phase !== 'paused' || get(elapsedSecondsAtom) > 0) return null;
  const place = get(placesAtom)[state.trackId];
  return place === undefined ? null : Math.max(0, place.seconds - BACK_UP_SECONDS);
});

export const clearPlacesAtom = atom(null, (get, set) => {
  get(statePortsAtom).settings.write(SETTING, {});
  set(changedAtom, (count) => count + 1);
});
