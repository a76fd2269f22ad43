// The last list of tracks this device saw, for when the server is out of reach (K13). Public rows only.
import type { TrackView } from '../../api/contract/tracks.ts';
import { readSetting, writeSetting } from './settings.ts';

export interface TracksSnapshot {
  /** ISO time of the reply it was taken from. */
  takenAt: string;
  tracks: TrackView[];
}

/** Newest tracks kept; about 60 KB of the 5 MB local storage gives. */
const KEPT_TRACKS = 80;
const SETTING = 'tracksSnapshot';

function isSnapshot(value: unknown): value is TracksSnapshot {
  return (
    typeof value === 'object' &&
    value !== null &&
    'takenAt' in value &&
    typeof value.takenAt === 'string' &&
    'tracks' in value &&
    Array.isArray(value.tracks)
  );
}

export function readTracksSnapshot(): TracksSnapshot | null {
  return readSetting<TracksSnapshot | null>(SETTING, isSnapshot, null);
}

export function writeTracksSnapshot(snapshot: TracksSnapshot): void {
  writeSetting(SETTING, { ...snapshot, tracks: snapshot.tracks.slice(0, KEPT_TRACKS) });
}
