// How much damage the server accepts in a file. The share form applies the same rule before sending.

/** Formats without a length: a cut last frame is normal. */
const OPEN_ENDED: ReadonlySet<string> = new Set(['mp3', 'adts']);
/** With more lost audio the file is no longer what its owner heard before publishing. */
const LOST_SECONDS_MAX = 1;

/** The received file: its container, its damage, and the seconds that can be decoded. */
export interface InspectedSound {
  container: string;
  damage: readonly { kind: string; seconds: number }[];
  seconds: number;
}

/** Whether too much audio is missing to publish the file. */
export function isTooDamaged({ container, damage, seconds }: InspectedSound): boolean {
  if (seconds <= 0) return true;
  const lost = damage.reduce((sum, each) => sum + each.seconds, 0);
  if (lost > LOST_SECONDS_MAX) return true;
  return !OPEN_ENDED.has(container) && damage.some(({ kind }) => kind === 'truncated');
}
