// The last 50 recordings played on this device; never sent anywhere.
import { atom } from 'jotai/vanilla';
import { movedAtom } from '../identity.ts';
import { currentTrackAtom, playerStateAtom } from '../player.ts';
import { statePortsAtom } from '../ports.ts';
import { listeningPortsAtom } from './ports.ts';

const SETTING = 'history';
/** Entries that are stored. */
const MAX_ENTRIES = 50;

export interface Heard {
  trackId: string;
  title: string;
  username: string;
  /** Milliseconds since 1970. */
  at: number;
}

const isHistory = (value: unknown): value is Heard[] =>
  Array.isArray(value) &&
  value.every(
    (each: Partial<Heard> | null) =>
      typeof each?.trackId === 'string' &&
      typeof each.title === 'string' &&
      typeof each.username === 'string' &&
      typeof each.at === 'number',
  );

const changedAtom = atom(0);
/** Newest first, each track once. */
export const historyAtom = atom((get): readonly Heard[] => {
  get(changedAtom);
  get(movedAtom);
  return get(statePortsAtom).settings.read(SETTING, isHistory, []);
});

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';
/** False: nothing is recorded. */
export const keepsHistoryAtom = atom(
  (get) => {
    get(changedAtom);
    return get(statePortsAtom).settings.read('keepHistory', isSwitch, true);
  },
  (get, set, keeps: boolean) => {
    get(statePortsAtom).settings.write('keepHistory', keeps);
    set(changedAtom, (count) => count + 1);
  },
);

const notedAtom = atom<string | null>(null);
/** Call after a new state: adds the playing track once, until another one plays. */
export const noteHeardAtom = atom(null, (get, set) => {
  const track = get(currentTrackAtom);
  if (get(playerStateAtom).phase === 'idle') set(notedAtom, null);
  if (track === null || get(playerStateAtom).phase !== 'playing' || get(notedAtom) === track.id) return;
  set(notedAtom, track.id);
  if (!get(keepsHistoryAtom)) return;
  const { settings } = get(statePortsAtom);
  const heard = {
    trackId: track.id,
    title: track.title,
    username: track.user.username,
    at: get(listeningPortsAtom).now(),
  };
  // Read again: another tab may have added an entry.
  const others = settings.read(SETTING, isHistory, []).filter(({ trackId }) => trackId !== track.id);
  settings.write(SETTING, [heard, ...others].slice(0, MAX_ENTRIES));
  set(changedAtom, (count) => count + 1);
});

export const clearHistoryAtom = atom(null, (get, set) => {
  get(statePortsAtom).settings.write(SETTING, []);
  set(changedAtom, (count) => count + 1);
});
