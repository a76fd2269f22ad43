// Tracks for tests: valid by default, different where a test says so.
import type { TrackView } from '../../../api/contract/tracks.ts';

/** 64 magnitudes rising from 0 to 252. */
const RISING_FACE = btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, i) => i * 4)));

let made = 0;

export function buildTrack(change: Partial<TrackView> = {}): TrackView {
  made++;
  const id = change.id ?? `track-${made}`;
  return {
    id,
    title: `Title of ${id}`,
    description: '',
    duration: 30,
    url: `/audio/${id}.mp3`,
    mimeType: 'audio/mpeg',
    fileSize: 480_000,
    user: { id: 'user-1', username: 'mira' },
    userId: 'user-1',
    gender: 'Female',
    tags: [],
    status: 'active',
    plays: 0,
    likes: 0,
    commentsCount: 0,
    allowComments: true,
    hasTranscript: false,
    isLiked: false,
    isBookmarked: false,
    createdAt: new Date().toISOString(),
    face: RISING_FACE,
    lufs: -18,
    envelope: null,
    ...change,
  };
}
