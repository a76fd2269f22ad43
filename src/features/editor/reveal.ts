// Scrolls and zooms to what an action changed. Pure except for the scrolling; times are seconds.
import type { Area } from './areas.ts';
import type { WaveView } from './wave/waveView.ts';

export interface Range {
  start: number;
  end: number;
}

/** Distance from the sides for an element scrolled into view, CSS pixels: a handle and a little more. */
const MARGIN = 56;

/** The part of the recording in which two lists differ; null when they do not. */
export function changedRange(before: readonly Area[], after: readonly Area[]): Range | null {
  const times: number[] = [];
  const old = new Map(before.map((area) => [area.id, area]));
  for (const area of after) {
    const was = old.get(area.id);
    old.delete(area.id);
    if (was?.start !== area.start) times.push(area.start);
    if (was?.end !== area.end) times.push(area.end);
  }
  for (const gone of old.values()) times.push(gone.start, gone.end);
  return times.length === 0 ? null : { start: Math.min(...times), end: Math.max(...times) };
}

/** The one area that only the second list has, unless it is a part of one that was cut in two. */
export function addedArea(before: readonly Area[], after: readonly Area[]): Area | null {
  if (after.length !== before.length + 1) return null;
  const added = after.find((area) => !before.some(({ id }) => id === area.id)) ?? null;
  const isPart = before.some(({ start, end }) => added && start < added.start && added.start < end);
  return isPart ? null : added;
}

/** Width of a range on the screen, CSS pixels. */
export const widthOf = ({ start, end }: Range, view: WaveView) => (end - start) * view.pixelsPerSecond();

/** Scrolls the range into view; if it is wider than the box, its nearer end. */
export function bringIntoView(view: WaveView, { start, end }: Range): void {
  const [from, to] = [start, end].map((seconds) => seconds * view.pixelsPerSecond()) as [number, number];
  const [left, width] = [view.left(), view.width()];
  const isIn = (x: number) => x >= left && x <= left + width;
  if (isIn(from) && isIn(to)) return;
  if (to - from > width - 2 * MARGIN) {
    if (isIn(from) || isIn(to)) return;
    const nearer = Math.abs(from - left) <= Math.abs(to - left - width) ? from - MARGIN : to - width + MARGIN;
    view.scrollTo(nearer);
  } else {
    view.scrollTo((from + to - width) / 2);
  }
}

/** Fixed point of + and −: the playhead if in view, else the selected area, else the middle. */
export function zoomAnchor(view: WaveView, playhead: number, selected: Range | null): number {
  const perSecond = view.pixelsPerSecond();
  const [from, to] = [view.left() / perSecond, (view.left() + view.width()) / perSecond];
  const isIn = (seconds: number) => seconds >= from && seconds <= to;
  if (isIn(playhead)) return playhead;
  if (selected && selected.end >= from && selected.start <= to) {
    if (isIn(selected.start) !== isIn(selected.end))
      return isIn(selected.start) ? selected.start : selected.end;
    return (Math.max(from, selected.start) + Math.min(to, selected.end)) / 2;
  }
  return (from + to) / 2;
}
