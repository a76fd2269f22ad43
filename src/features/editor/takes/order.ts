// Another order of the parts of a draft. Pure; seconds of the timeline.
import { type Area, nextId } from '../areas.ts';
import { type Part, partsSeconds } from '../parts.ts';

/** Where each part begins. */
export function startsOf(parts: readonly Part[]): number[] {
  return parts.map((_, index) => partsSeconds(parts.slice(0, index)));
}

/** `order` names each part once, by its present index. What was kept of a part moves with it. */
export function reordered(
  { parts, areas }: { parts: readonly Part[]; areas: readonly Area[] },
  order: readonly number[],
): { parts: Part[]; areas: Area[] } {
  const starts = startsOf(parts);
  const moved: Part[] = [];
  const kept: Area[] = [];
  let at = 0;
  for (const index of order) {
    const [part, start = 0] = [parts[index], starts[index]];
    if (!part) continue;
    const end = start + partsSeconds([part]);
    for (const area of areas) {
      const piece = { ...area, start: Math.max(area.start, start), end: Math.min(area.end, end) };
      if (piece.end > piece.start) keep(kept, areas, { ...piece, ...shifted(piece, at - start) });
    }
    moved.push(part);
    at += end - start;
  }
  return { parts: moved, areas: kept };
}

const shifted = ({ start, end }: Area, by: number) => ({ start: start + by, end: end + by });

/** Places closer than this are one, seconds. */
const NEAR = 0.001;

/** Pieces of one area that meet are one again. */
function keep(kept: Area[], areas: readonly Area[], piece: Area): void {
  const last = kept.at(-1);
  if (last && last.id === piece.id && piece.start - last.end < NEAR) last.end = piece.end;
  else if (kept.some(({ id }) => id === piece.id)) kept.push({ ...piece, id: nextId([...areas, ...kept]) });
  else kept.push(piece);
}
