// Pure rules of moderation.

/** The first three seeded recordings stay (S2 §6). */
const KEPT_DEMO_TRACKS = 3;

/** Ids that stay when everything is taken down. */
export function tracksToKeep(tracks: readonly { id: string; demo_position: number | null }[]): Set<string> {
  const seeded = tracks
    .filter((track) => track.demo_position !== null)
    .sort((a, b) => (a.demo_position ?? 0) - (b.demo_position ?? 0));
  return new Set(seeded.slice(0, KEPT_DEMO_TRACKS).map(({ id }) => id));
}
