// Where the user stopped in a track: cards and the track's page offer to continue there. Stored on this device, never sent.
// `listening/places.ts` saves them.
import { type Atom, atom } from 'jotai/vanilla';
import { movedAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';

const SETTING = 'places';
const MAX_PLACES = 50;
/** Playback continues this much earlier. */
const BACK_UP_SECONDS = 5;

type Places = Readonly<Record<string, { seconds: number; at: number }>>;
const isPlaces = (value: unknown): value is Places =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (each: { seconds?: unknown; at?: unknown } | null) =>
      typeof each?.seconds === 'number' && typeof each.at === 'number',
  );

const changedAtom = atom(0);
/** By track; writing keeps the newest. Another tab may have saved one: `changePlacesAtom` reads them again. */
export const placesAtom = atom((get): Places => {
  get(changedAtom);
  get(movedAtom);
  return get(statePortsAtom).settings.read(SETTING, isPlaces, {});
});

export const changePlacesAtom = atom(null, (get, set, change: (places: Places) => Places) => {
  const { settings } = get(statePortsAtom);
  const places = Object.entries(change(settings.read(SETTING, isPlaces, {})));
  const newest = places.toSorted(([, a], [, b]) => b.at - a.at).slice(0, MAX_PLACES);
  settings.write(SETTING, Object.fromEntries(newest));
  set(changedAtom, (count) => count + 1);
});

/** Seconds to continue from; null when there is nothing to offer. */
export function placeOf(places: Places, trackId: string): number | null {
  const place = places[trackId];
  return place === undefined ? null : Math.max(0, place.seconds - BACK_UP_SECONDS);
}

export const placeOfAtom = (trackId: string): Atom<number | null> =>
  atom((get) => placeOf(get(placesAtom), trackId));
