import type { Region } from '../protocol.ts';

/** Regions as the engine takes them: start and end in turn. */
export function boundsOf(regions: readonly Region[]): Float64Array {
  return Float64Array.from(regions.flatMap((region) => [region.start, region.end]));
}
