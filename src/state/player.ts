// The current playback. Atoms hold whole seconds; canvases read the exact position from the adapter. Actions are in
// `playerActions.ts`.
import { atom } from 'jotai/vanilla';
import type { Playback } from '../audio/playback.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import { pinAtom } from './entities.ts';
import { type TracksAtom, tracksByIdAtom } from './tracks.ts';

export type PlayerFailure =
  /** The copy on this device is gone. */
  | 'audio_gone'
  /** There is no such track or file. */
  | 'audio_unavailable'
  /** It was loaded but cannot be played. */
  | 'audio_unplayable'
  | 'audio_stalled'
  | 'offline';

export type PlayerState =
  | { phase: 'idle' }
  /** Waiting for audio. */
  | { phase: 'loading'; trackId: string }
  | { phase: 'playing'; trackId: string }
  | { phase: 'paused'; trackId: string }
  | { phase: 'failed'; trackId: string; code: PlayerFailure };

export type RepeatMode = 'none' | 'one' | 'all';

/** The adapter; plugged in by the app, faked in tests. */
export const playbackAtom = atom<Playback | null>(null);

export const playerStateAtom = atom<PlayerState>({ phase: 'idle' });
/** Nothing plays or is about to play. */
export const isIdleAtom = atom((get) => get(playerStateAtom).phase === 'idle');
/** Whole seconds. */
export const elapsedSecondsAtom = atom(0);
/** Seconds, from the element; 0 while unknown. */
export const mediaDurationAtom = atom(0);
/** Ids for next and previous. */
export const playlistAtom = pinAtom('playlist');
/** The list that the playlist begins: its next page follows the last track. */
export const playlistSourceAtom = atom<{ list: TracksAtom } | null>(null);
/** Keeps the current track's row while it plays, even when no list shows it. */
export const currentPinAtom = pinAtom('current');
const visibleCardsAtom = atom(0);
/** True while a card of the current track is on screen; the fixed mini player steps aside. */
export const currentCardVisibleAtom = atom((get) => get(visibleCardsAtom) > 0);
/** A card of the current track came into view (1) or left it (−1); a track can be in several lists. */
export const countVisibleCardAtom = atom(null, (get, set, change: 1 | -1) => {
  set(visibleCardsAtom, Math.max(0, get(visibleCardsAtom) + change));
});

export const currentTrackAtom = atom((get) => {
  const state = get(playerStateAtom);
  return state.phase === 'idle' ? null : (get(tracksByIdAtom).get(state.trackId) ?? null);
});

/** Seconds: the element's once known, the server's before. */
export const durationSecondsAtom = atom(
  (get) => get(mediaDurationAtom) || get(currentTrackAtom)?.duration || 0,
);

const isVolume = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isRepeat = (value: unknown): value is RepeatMode =>
  value === 'none' || value === 'one' || value === 'all';
const isSpeed = (value: unknown): value is number => typeof value === 'number' && value >= 0.75 && value <= 2;

const chosenVolumeAtom = atom(readSetting<number | null>('volume', isVolume, null));
/** The account's preference if the user set one; the last known value until the server answers. */
const preferredVolumeAtom = atom(readSetting<number | null>('preferredVolume', isVolume, null));
/** 0 … 1, stored on this device; values outside are clamped. */
export const volumeAtom = atom(
  (get) => get(chosenVolumeAtom) ?? get(preferredVolumeAtom) ?? 1,
  (_get, set, volume: number) => {
    const clamped = Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : 1;
    set(chosenVolumeAtom, clamped);
    set(applyVolumeAtom);
    writeSetting('volume', clamped);
  },
);

/** Share of the volume that a sleep timer leaves, 0 … 1. */
export const fadeAtom = atom(1);
/** Target loudness, LUFS; louder recordings are turned down by at most `MOST_DB`. */
const EVEN_LUFS = -16;
const MOST_DB = 6;
/** How many dB the player turns down a recording of this loudness, 0 … 6; null for silence. */
export const turnedDownDb = (lufs: number | null) =>
  Math.min(MOST_DB, Math.max(0, (lufs ?? EVEN_LUFS) - EVEN_LUFS));
/** The element's volume for a recording of this loudness at the user's `volume`, 0 … 1. */
export const evenedVolume = (volume: number, lufs: number | null) =>
  volume * 10 ** (-turnedDownDb(lufs) / 20);

/** Sets the element's volume for the current track: the user's, levelled and faded. Some phones ignore it. */
export const applyVolumeAtom = atom(null, (get) => {
  const evened = evenedVolume(get(volumeAtom), get(currentTrackAtom)?.lufs ?? null);
  get(playbackAtom)?.setVolume(evened * get(fadeAtom));
});

/** The account's volume; null when none was chosen. Applies at once unless this device has its own. */
export const preferVolumeAtom = atom(null, (get, set, volume: number | null) => {
  if (get(preferredVolumeAtom) === volume) return;
  set(preferredVolumeAtom, volume);
  writeSetting('preferredVolume', volume);
  set(applyVolumeAtom);
});

const chosenSpeedAtom = atom(readSetting('speed', isSpeed, 1));
/** 0.75 … 2 times, stored on this device; the pitch stays the same. */
export const speedAtom = atom(
  (get) => get(chosenSpeedAtom),
  (get, set, speed: number) => {
    set(chosenSpeedAtom, speed);
    get(playbackAtom)?.setRate(speed);
    writeSetting('speed', speed);
  },
);

const storedRepeatAtom = atom(readSetting<RepeatMode>('repeat', isRepeat, 'none'));
export const repeatAtom = atom((get) => get(storedRepeatAtom));

const NEXT_REPEAT: Record<RepeatMode, RepeatMode> = { none: 'one', one: 'all', all: 'none' };
/** none → one → all → none. */
export const cycleRepeatAtom = atom(null, (get, set) => {
  const next = NEXT_REPEAT[get(storedRepeatAtom)];
  set(storedRepeatAtom, next);
  writeSetting('repeat', next);
});
