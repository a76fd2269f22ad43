// Adds a part to a draft. Pure; seconds of the timeline.
import { type Area, nextId } from '../areas.ts';
import { type Part, partsSeconds } from '../parts.ts';

/** At the playhead, in place of all that follows it, or behind everything. */
export type Place = 'here' | 'replace' | 'end';

/** Places closer than this to an end of a part are that end, seconds. */
const NEAR = 0.001;

/** The parts up to `at`, and those behind. A part around it is divided. */
function divided(parts: readonly Part[], at: number): [Part[], Part[]] {
  const before: Part[] = [];
  const after: Part[] = [];
  let from = 0;
  for (const part of parts) {
    const length = partsSeconds([part]);
    const within = at - from;
    from += length;
    if (within >= length - NEAR) before.push(part);
    else if (within <= NEAR) after.push(part);
    else if ('silence' in part) {
      before.push({ silence: within });
      after.push({ silence: length - within });
    } else {
      before.push({ ...part, end: part.start + within });
      after.push({ ...part, start: part.start + within });
    }
  }
  return [before, after];
}

export interface Edited {
  parts: Part[];
  areas: Area[];
  /** Where the added part begins. */
  at: number;
}

/** The added part is inside a kept area. Areas after it move by its length. */
export function inserted(
  { parts, areas }: { parts: readonly Part[]; areas: readonly Area[] },
  part: Part,
  place: Place,
  playhead: number,
): Edited {
  const [before, after] = divided(parts, place === 'end' ? Number.POSITIVE_INFINITY : playhead);
  const behind = place === 'replace' ? [] : after;
  const at = partsSeconds(before);
  const length = partsSeconds([part]);
  const left = place === 'replace' ? upTo(areas, at) : areas;
  return { parts: [...before, part, ...behind], areas: widened(left, at, length), at };
}

const upTo = (areas: readonly Area[], end: number): Area[] =>
  areas.filter(({ start }) => start < end).map((area) => ({ ...area, end: Math.min(area.end, end) }));

/** Makes room of `length` at `at`: the area there becomes longer; without one, a new area covers the room. */
function widened(areas: readonly Area[], at: number, length: number): Area[] {
  const around = areas.find(({ start, end }) => start <= at + NEAR && at <= end + NEAR);
  const moved = areas.map((area) => {
    if (area === around) return { ...area, end: area.end + length };
    return area.start >= at ? { ...area, start: area.start + length, end: area.end + length } : area;
  });
  if (around) return moved;
  const added = { id: nextId(areas), start: at, end: at + length };
  return [...moved, added].sort((a, b) => a.start - b.start);
}
