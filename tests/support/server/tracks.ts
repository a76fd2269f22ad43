// Valid tracks by default; tests override single fields.
import type { TrackView } from '../../../api/contract/tracks.ts';
import { newTrack } from '../../../src/lib/newTrack.ts';

/** 64 magnitudes rising from 0 to 252. */
const RISING_COVER = btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, i) => i * 4)));

let made = 0;

export function buildTrack(change: Partial<TrackView> = {}): TrackView {
  made++;
  const id = change.id ?? `track-${made}`;
  return newTrack({
    id,
    title: `Title of ${id}`,
    duration: 30,
    url: `/audio/${id}.mp3`,
    fileSize: 480_000,
    user: { id: 'user-1', username: 'mira' },
    gender: 'Female',
    createdAt: new Date().toISOString(),
    cover: RISING_COVER,
    lufs: -18,
    ...change,
  });
}
