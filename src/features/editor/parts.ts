// The parts of a draft that has several takes, in the order they play. Pure; a draft without parts is its take alone.
import type { AudioReference } from '../../storage/references.ts';

/** `start … end` seconds of stored audio, or seconds of silence. */
export type Part = { source: AudioReference; start: number; end: number } | { silence: number };

const lengthOf = (part: Part) => ('silence' in part ? part.silence : part.end - part.start);

export const partsSeconds = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + lengthOf(part), 0);

/** Undefined for what is no list of parts. */
export function readParts(value: unknown): Part[] | undefined {
  const isPart = (part: unknown): part is Part => {
    const { source, start, end, silence } = (part ?? {}) as { [name: string]: unknown };
    if (typeof silence === 'number') return silence > 0;
    return typeof source === 'string' && typeof start === 'number' && typeof end === 'number' && end > start;
  };
  return Array.isArray(value) && value.length > 0 && value.every(isPart) ? value : undefined;
}

/** Where seconds of `source` lie on the timeline; none for those that do not play. */
export function placesOf(
  parts: readonly Part[],
  source: AudioReference,
  seconds: readonly number[],
): number[] {
  const places: number[] = [];
  let from = 0;
  for (const part of parts) {
    if (!('silence' in part) && part.source === source)
      for (const at of seconds) if (at >= part.start && at < part.end) places.push(from + at - part.start);
    from += lengthOf(part);
  }
  return places;
}
