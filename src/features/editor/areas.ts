// The rules of kept areas. Pure; times are seconds from the start of the source.
// Lists are always in time order without overlaps; every function preserves that.

export interface Area {
  /** Stable while the area exists; used as the list key. */
  id: string;
  start: number;
  end: number;
  /** Louder or softer by this, dB; missing: as it is. */
  gainDb?: number;
}

/** Whole steps that an area can be softer and louder, dB. */
export const GAIN_DB = { min: -12, max: 6 } as const;

/** Length of a new area, if there is space. */
const NEW_AREA_SECONDS = 5;
/** Distance of a new area from the last one, as a share of the recording, and at most in seconds. */
const NEW_AREA_GAP_SHARE = 0.025;
const NEW_AREA_GAP_MAX_SECONDS = 5;
/** From this share on, the whole recording counts as marked. */
const FULL_SHARE = 0.95;
/** Shortest area a handle can make. */
export const MIN_AREA_SECONDS = 0.3;
/** Shortest total length that may be exported. */
const MIN_TOTAL_SECONDS = 1;
/** Smallest gap for a new area when there is no space after the last one. */
const MIN_GAP_SECONDS = 1;
/** Silence between two areas when all are played, seconds. */
export const AREA_PAUSE_SECONDS = 0.5;

/** An area that leaves less than this out counts as the whole recording, seconds. */
const WHOLE_MARGIN = 0.01;

/** Tolerance for sums of decimal seconds. */
const EPSILON = 1e-6;

export const wholeArea = (duration: number): Area[] => [{ id: 'area-1', start: 0, end: duration }];

export const totalSeconds = (areas: readonly Area[]) =>
  areas.reduce((sum, area) => sum + area.end - area.start, 0);

/** True when a new area is refused. */
export const isFullyMarked = (areas: readonly Area[], duration: number) =>
  totalSeconds(areas) >= duration * FULL_SHARE - EPSILON;

/**
 * Adds an area 2.5 % after the last one but at most 5 s, 5 s long or up to the end; without space there, in the first
 * gap of at least a second. Null when everything is marked or no gap is left.
 */
export function addArea(areas: readonly Area[], duration: number): { areas: Area[]; added: Area } | null {
  if (isFullyMarked(areas, duration)) return null;
  const gap = Math.min(duration * NEW_AREA_GAP_SHARE, NEW_AREA_GAP_MAX_SECONDS);
  const last = areas.at(-1);
  const after = last ? last.end + gap : 0;
  if (duration - after >= MIN_GAP_SECONDS - EPSILON) {
    return insert(areas, after, Math.min(after + NEW_AREA_SECONDS, duration));
  }
  let from = 0;
  for (const bound of [...areas, { start: duration, end: duration }]) {
    if (bound.start - from >= MIN_GAP_SECONDS - EPSILON) {
      return insert(areas, from, Math.min(from + NEW_AREA_SECONDS, bound.start));
    }
    from = bound.end;
  }
  return null;
}

/** True while one area covers the whole recording. */
export const isUntouched = (areas: readonly Area[], duration: number): boolean =>
  areas.length === 1 && totalSeconds(areas) >= duration - WHOLE_MARGIN;

/**
 * A new area from `from` to `to`, in either order, limited by its neighbours and at least 0.3 s long. It replaces an
 * area that covers the whole recording. Null inside another area.
 */
export function areaBetween(
  areas: readonly Area[],
  from: number,
  to: number,
  duration: number,
): { areas: Area[]; added: Area } | null {
  const others = isUntouched(areas, duration) ? [] : areas;
  const low = others.findLast((area) => area.start <= from)?.end ?? 0;
  const high = others.find((area) => area.start > from)?.start ?? duration;
  if (from < low || high - low < MIN_AREA_SECONDS) return null;
  let [start, end] = [Math.max(low, Math.min(from, to)), Math.min(high, Math.max(from, to))];
  if (end - start < MIN_AREA_SECONDS) {
    if (to < from) start = end - MIN_AREA_SECONDS;
    else end = start + MIN_AREA_SECONDS;
    if (start < low) [start, end] = [low, low + MIN_AREA_SECONDS];
    if (end > high) [start, end] = [high - MIN_AREA_SECONDS, high];
  }
  return insert(others, start, end);
}

function insert(areas: readonly Area[], start: number, end: number): { areas: Area[]; added: Area } {
  const added: Area = { id: nextId(areas), start, end };
  return { areas: sorted([...areas, added]), added };
}

/** An id that is not in the list. */
export function nextId(areas: readonly Area[]): string {
  const highest = areas.reduce((max, area) => Math.max(max, Number(area.id.slice('area-'.length)) || 0), 0);
  return `area-${highest + 1}`;
}

const sorted = (areas: Area[]) => areas.sort((a, b) => a.start - b.start);

/** Moves one edge; it stops at the neighbour, at the ends, and 0.3 s before the area's other edge. */
export function moveEdge(
  areas: readonly Area[],
  id: string,
  edge: 'start' | 'end',
  to: number,
  duration: number,
): Area[] {
  const index = areas.findIndex((area) => area.id === id);
  const area = areas[index];
  if (!area || !Number.isFinite(to)) return [...areas];
  const shortest = Math.min(MIN_AREA_SECONDS, area.end - area.start);
  const moved =
    edge === 'start'
      ? { ...area, start: clamp(to, areas[index - 1]?.end ?? 0, area.end - shortest) }
      : { ...area, end: clamp(to, area.start + shortest, areas[index + 1]?.start ?? duration) };
  return areas.map((each) => (each.id === id ? moved : each));
}

/** Moves a whole area by `by` seconds, up to its neighbours. */
export function moveArea(areas: readonly Area[], id: string, by: number, duration: number): Area[] {
  const index = areas.findIndex((area) => area.id === id);
  const area = areas[index];
  if (!area || !Number.isFinite(by)) return [...areas];
  const lowest = areas[index - 1]?.end ?? 0;
  const length = area.end - area.start;
  const highest = (areas[index + 1]?.start ?? duration) - length;
  const start = clamp(area.start + by, lowest, highest);
  return areas.map((each) => (each.id === id ? { ...area, start, end: start + length } : each));
}

/** The first area cannot be removed. */
export function removeArea(areas: readonly Area[], id: string): Area[] {
  if (areas[0]?.id === id) return [...areas];
  return areas.filter((area) => area.id !== id);
}

/** Splits the area around `at` into two that touch. Null where a part would be shorter than 0.3 s. */
export function splitArea(areas: readonly Area[], at: number): { areas: Area[]; shorter: Area } | null {
  const area = areas.find(({ start, end }) => at - start >= MIN_AREA_SECONDS && end - at >= MIN_AREA_SECONDS);
  if (!area) return null;
  const parts: [Area, Area] = [
    { ...area, end: at },
    { ...area, id: nextId(areas), start: at },
  ];
  return {
    areas: areas.flatMap((each) => (each === area ? parts : [each])),
    shorter: parts[at - area.start <= area.end - at ? 0 : 1],
  };
}

/** "Shorten first area": keeps its first third, so that a second area fits. */
export function shortenFirst(areas: readonly Area[]): Area[] {
  const [first, ...rest] = areas;
  if (!first) return [];
  const end = first.start + Math.max(MIN_AREA_SECONDS, (first.end - first.start) / 3);
  return [{ ...first, end: Math.min(end, first.end) }, ...rest];
}

/** The gains of areas that are louder or softer. */
export const gainsOf = (areas: readonly Area[]) =>
  areas.flatMap(({ start, end, gainDb }) => (gainDb ? [{ start, end, db: gainDb }] : []));

/** Areas that touch are one region. */
export function keptRegions(areas: readonly Area[], duration: number): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = [];
  for (const area of sorted([...areas])) {
    const start = clamp(area.start, 0, duration);
    const end = clamp(area.end, 0, duration);
    if (end <= start) continue;
    const previous = merged.at(-1);
    if (previous && start <= previous.end) previous.end = Math.max(previous.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export type ExportVerdict =
  | { ok: true; regions: { start: number; end: number }[] }
  | { ok: false; reason: 'none' | 'no_length' | 'too_short' };

/** Regions to export, clamped, merged and in time order, or why they cannot be exported. */
export function exportRegions(areas: readonly Area[], duration: number): ExportVerdict {
  if (areas.length === 0) return { ok: false, reason: 'none' };
  const merged = keptRegions(areas, duration);
  const total = merged.reduce((sum, region) => sum + region.end - region.start, 0);
  if (total <= 0) return { ok: false, reason: 'no_length' };
  if (total < MIN_TOTAL_SECONDS - EPSILON) return { ok: false, reason: 'too_short' };
  return { ok: true, regions: merged };
}

/** Adapts areas when the estimated length `from` turns out to be `to`; areas that ended with the take still do. */
export function fitAreas(areas: readonly Area[], from: number, to: number): Area[] {
  const fitted = areas
    .map((area) => ({ ...area, end: area.end >= from - WHOLE_MARGIN ? to : Math.min(area.end, to) }))
    .filter((area) => area.end > area.start);
  return fitted.length > 0 ? fitted : wholeArea(to);
}

/** Validates a stored list. */
export function areValidAreas(value: unknown, duration: number): value is Area[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  let from = 0;
  for (const area of value as Partial<Area>[]) {
    if (typeof area?.id !== 'string' || typeof area.start !== 'number' || typeof area.end !== 'number') {
      return false;
    }
    const { gainDb = 0 } = area;
    if (!(gainDb >= GAIN_DB.min && gainDb <= GAIN_DB.max)) return false;
    if (!(area.start >= from - EPSILON && area.end > area.start && area.end <= duration + EPSILON))
      return false;
    from = area.end;
  }
  return true;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
