// How much damage the server refuses, and the share form says before anything is sent.

/** Formats that never say how long they are end wherever a writer stopped; a cut last frame is their normal end. */
const OPEN_ENDED: ReadonlySet<string> = new Set(['mp3', 'adts']);
/** More lost audio than this is not what the person heard before publishing. */
const LOST_SECONDS_MAX = 1;

/** Of the file as it came in: its container, what was wrong, and what is left of it. */
export interface InspectedSound {
  container: string;
  damage: readonly { kind: string; seconds: number }[];
  seconds: number;
}

/** Whether so much is missing that publishing it would be publishing something else. */
export function isTooDamaged({ container, damage, seconds }: InspectedSound): boolean {
  if (seconds <= 0) return true;
  const lost = damage.reduce((sum, each) => sum + each.seconds, 0);
  if (lost > LOST_SECONDS_MAX) return true;
  return !OPEN_ENDED.has(container) && damage.some(({ kind }) => kind === 'truncated');
}
