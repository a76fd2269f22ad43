// Rules of moderation. Pure.
import type { HeardOfRecording } from '../contract/review.ts';
import { stringList } from '../db/json.ts';

/** The first three seeded recordings stay. */
const KEPT_DEMO_TRACKS = 3;

/** Ids that `deleteAllUserContent` keeps. */
export function tracksToKeep(tracks: readonly { id: string; demo_position: number | null }[]): Set<string> {
  const seeded = tracks
    .filter((track) => track.demo_position !== null)
    .sort((a, b) => (a.demo_position ?? 0) - (b.demo_position ?? 0));
  return new Set(seeded.slice(0, KEPT_DEMO_TRACKS).map(({ id }) => id));
}

/** `hard`: needs review in every mode; `soft`: flagged; null: unflagged. */
export function tierOf(upload: { needs_person: 0 | 1; flags_json: string }): 'soft' | 'hard' | null {
  if (upload.needs_person === 1) return 'hard';
  return stringList(upload.flags_json).length > 0 ? 'soft' : null;
}

/** For the audit log: how much the moderator heard, at most the recording's length. Empty if not reported. */
export function heardDetail(heard: HeardOfRecording | undefined, duration: number): Record<string, unknown> {
  if (!heard) return {};
  const inTenths = (seconds: number) => Math.round(seconds * 10) / 10;
  const heardSeconds = inTenths(Math.min(heard.seconds, duration));
  return { heard: heard.way, heardSeconds, ofSeconds: inTenths(duration) };
}
