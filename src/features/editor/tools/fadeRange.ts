// Fades on what is heard in the editor, as the engine puts them on the file: half a period of a raised cosine at each
// end of all that is kept. The engine cannot do it for a range, which does not know where the ends are.
import type { Fades } from './choices.ts';
import type { HeardRange } from './operations.ts';

interface Region {
  start: number;
  end: number;
}

/** Place in the export of a place in the source; null where nothing is kept. */
function keptAt(regions: readonly Region[], seconds: number): number | null {
  let before = 0;
  for (const region of regions) {
    if (seconds < region.start) return null;
    if (seconds <= region.end) return before + seconds - region.start;
    before += region.end - region.start;
  }
  return null;
}

const rise = (at: number, length: number) =>
  at >= length ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * Math.max(0, at)) / length);

/** Changes the samples of `range` in place; `regions` in time order. Costs nothing away from the two ends. */
export function fadeRange(range: HeardRange, fades: Fades, regions: readonly Region[]): void {
  const total = regions.reduce((sum, region) => sum + region.end - region.start, 0);
  const frames = range.channels[0]?.length ?? 0;
  for (let frame = 0; frame < frames; frame++) {
    const at = keptAt(regions, range.startSeconds + frame / range.sampleRate);
    if (at === null) continue;
    const gain = rise(at, fades.inSeconds) * rise(total - at, fades.outSeconds);
    if (gain === 1) continue;
    for (const samples of range.channels) samples[frame] = (samples[frame] ?? 0) * gain;
  }
}
