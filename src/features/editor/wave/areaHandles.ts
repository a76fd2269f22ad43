// The elements of the kept areas: a body, and two handles outside it, 44 px wide over the full height.
import { studioMessages } from '../../../lib/messages/studio.ts';
import { fill } from '../../../lib/messages.ts';
import { type Area, MIN_AREA_SECONDS } from '../areas.ts';
import { speakTime } from '../times.ts';
import type { Edge } from './areaTasks.ts';
import { layerElement, placeElement } from './layerElement.ts';
import styles from './wave.module.css';
import { clamp, type WaveScale } from './waveScale.ts';
import { EDGE_ROOM } from './waveView.ts';

interface AreaHandleEvents {
  onEdgeDown: (event: PointerEvent, id: string, edge: Edge) => void;
  onEdgeKey: (event: KeyboardEvent, id: string, edge: Edge) => void;
  onEdgeFocus: (id: string) => void;
  onBodyDown: (event: PointerEvent, id: string) => void;
}

interface AreaHandles {
  /** Adds and removes elements to match the areas, and numbers them for screen readers. */
  match(areas: readonly Area[]): void;
  /** Lays out only the areas inside `shown`: a take can have hundreds of areas. */
  layout(areas: readonly Area[], shown: Span, marks: AreaMarks): void;
}

/** CSS pixels of the whole wave. */
export interface Span {
  from: number;
  to: number;
}

interface AreaMarks {
  selectedId: string | null;
  /** The area whose body can be dragged. */
  movableId: string | null;
}

interface Parts {
  body: HTMLElement;
  start: HTMLElement;
  end: HTMLElement;
}

/** Narrower areas only have handles when selected, CSS pixels. */
const CROWDED = 24;

function makeHandle(edge: Edge): HTMLElement {
  const handle = layerElement(styles.handle);
  handle.dataset.edge = edge;
  handle.tabIndex = 0;
  handle.setAttribute('role', 'slider');
  return handle;
}

function makeParts(id: string, events: AreaHandleEvents): Parts {
  const parts: Parts = {
    body: layerElement(styles.area),
    start: makeHandle('start'),
    end: makeHandle('end'),
  };
  for (const edge of ['start', 'end'] as const) {
    parts[edge].addEventListener('pointerdown', (event) => events.onEdgeDown(event, id, edge));
    parts[edge].addEventListener('keydown', (event) => events.onEdgeKey(event, id, edge));
    parts[edge].addEventListener('focus', () => events.onEdgeFocus(id));
  }
  parts.body.addEventListener('pointerdown', (event) => events.onBodyDown(event, id));
  return parts;
}

function describe(handle: HTMLElement, now: number, min: number, max: number): void {
  const text = now.toFixed(1);
  if (handle.getAttribute('aria-valuenow') !== text) {
    handle.setAttribute('aria-valuenow', text);
    handle.setAttribute('aria-valuetext', speakTime(now));
  }
  setChanged(handle, 'aria-valuemin', min.toFixed(1));
  setChanged(handle, 'aria-valuemax', max.toFixed(1));
}

/** Called every frame of a drag: skips unchanged values. */
function setChanged(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function placeHandle(handle: HTMLElement, { left, line, grip }: HandlePlace): void {
  placeElement(handle, left, HANDLE);
  handle.style.setProperty('--cut', `${line}px`);
  handle.style.setProperty('--grip', `${grip}px`);
}

export function createAreaHandles(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
  events: AreaHandleEvents,
): AreaHandles {
  const partsOf = new Map<string, Parts>();
  return {
    match(areas) {
      for (const [id, parts] of partsOf) {
        if (areas.some((area) => area.id === id)) continue;
        for (const node of Object.values(parts)) node.remove();
        partsOf.delete(id);
      }
      areas.forEach(({ id }, index) => {
        const parts = partsOf.get(id) ?? makeParts(id, events);
        if (!partsOf.has(id)) layer.append(parts.body, parts.start, parts.end);
        partsOf.set(id, parts);
        const n = index + 1;
        setChanged(parts.start, 'aria-label', fill(studioMessages.studio.areaStart, { n }));
        setChanged(parts.end, 'aria-label', fill(studioMessages.studio.areaEnd, { n }));
      });
    },
    layout(areas, shown, { selectedId, movableId }) {
      const total = scale.x(duration);
      areas.forEach((area, index) => {
        const parts = partsOf.get(area.id);
        if (!parts) return;
        const [left, right] = [scale.x(area.start), scale.x(area.end)];
        const selected = area.id === selectedId;
        const isNear = selected || (right >= shown.from && left <= shown.to);
        parts.body.hidden = !isNear;
        const hasHandles = isNear && (selected || right - left >= CROWDED);
        for (const edge of ['start', 'end'] as const) parts[edge].hidden = !hasHandles;
        if (!isNear) return;
        placeElement(parts.body, left, right - left);
        setChanged(parts.body, 'data-selected', String(selected));
        setChanged(parts.body, 'data-movable', String(area.id === movableId));
        if (!hasHandles) return;
        const before = areas[index - 1]?.end ?? 0;
        const after = areas[index + 1]?.start ?? duration;
        const places = handlePlaces(left, right, scale.x(before), scale.x(after), total);
        for (const edge of ['start', 'end'] as const) {
          placeHandle(parts[edge], places[edge]);
          setChanged(parts[edge], 'data-selected', String(selected));
        }
        describe(parts.start, area.start, before, area.end - MIN_AREA_SECONDS);
        describe(parts.end, area.end, area.start + MIN_AREA_SECONDS, after);
      });
    },
  };
}

interface HandlePlace {
  /** Left side of the target. */
  left: number;
  /** Offsets of the cut and of the grip's middle from `left`. */
  line: number;
  grip: number;
}

/** Width of a target. */
export const HANDLE = 44;
/** Half of a visible grip. */
const HALF_GRIP = 6;
/** From a cut to the middle of its grip, which leaves the line to the playhead. */
const GRIP_GAP = HALF_GRIP + 3;
/** In wider areas a handle can also begin inside, where the next area is close. */
const NARROW = HANDLE * 2;

/** `before` and `after`: the nearest ends of the neighbours, or of the wave; `total`: its width. */
function handlePlaces(
  left: number,
  right: number,
  before: number,
  after: number,
  total: number,
): { start: HandlePlace; end: HandlePlace } {
  let startLeft = left - HANDLE;
  let endLeft = right;
  if (right - left >= NARROW) {
    // Near a neighbour each handle gets half of the gap.
    if (before > 0) startLeft = Math.max(startLeft, Math.min((before + left) / 2, left));
    if (after < total) endLeft = Math.min(endLeft, Math.max((right + after) / 2, right) - HANDLE);
  }
  const place = (cut: number, wanted: number, outward: number): HandlePlace => {
    const at = clamp(wanted, -EDGE_ROOM, total + EDGE_ROOM - HANDLE);
    const line = cut - at;
    return { left: at, line, grip: clamp(line + outward, HALF_GRIP, HANDLE - HALF_GRIP) };
  };
  return { start: place(left, startLeft, -GRIP_GAP), end: place(right, endLeft, GRIP_GAP) };
}
