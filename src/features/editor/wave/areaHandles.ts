// The elements of the kept areas: a body and two handles each. Handles are 44 px wide over the full height.
import { editorMessages } from '../../../lib/messages/editor.ts';
import { studioMessages } from '../../../lib/messages/studio.ts';
import { fill } from '../../../lib/messages.ts';
import { type Area, MIN_AREA_SECONDS } from '../areas.ts';
import { speakTime } from '../times.ts';
import type { Edge } from './areaTasks.ts';
import { HANDLE, type HandlePlace, handlePlaces } from './handlePlaces.ts';
import { layerElement, placeElement } from './layerElement.ts';
import styles from './wave.module.css';
import type { WaveScale } from './waveScale.ts';

export interface AreaHandleEvents {
  onEdgeDown: (event: PointerEvent, id: string, edge: Edge) => void;
  onEdgeKey: (event: KeyboardEvent, id: string, edge: Edge) => void;
  onEdgeFocus: (id: string) => void;
  onBodyDown: (event: PointerEvent, id: string) => void;
}

export interface AreaHandles {
  /** Adds and removes elements so that every area has its own, and numbers them for a screen reader. */
  match(areas: readonly Area[]): void;
  /** `movableId`: the area whose body can be dragged. */
  layout(areas: readonly Area[], selectedId: string | null, movableId: string | null): void;
}

interface Parts {
  body: HTMLElement;
  start: HTMLElement;
  end: HTMLElement;
}

/** An area narrower than this shows its grips only when it is selected: many would cover the wave. CSS pixels. */
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
  handle.setAttribute('aria-valuemin', min.toFixed(1));
  handle.setAttribute('aria-valuemax', max.toFixed(1));
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
        parts.start.setAttribute('aria-label', fill(studioMessages.studio.areaStart, { n }));
        parts.end.setAttribute('aria-label', fill(studioMessages.studio.areaEnd, { n }));
        parts.body.title = fill(editorMessages.area, { n });
      });
    },
    layout(areas, selectedId, movableId) {
      const total = scale.x(duration);
      areas.forEach((area, index) => {
        const parts = partsOf.get(area.id);
        if (!parts) return;
        const [left, right] = [scale.x(area.start), scale.x(area.end)];
        const before = areas[index - 1]?.end ?? 0;
        const after = areas[index + 1]?.start ?? duration;
        const places = handlePlaces(left, right, scale.x(before), scale.x(after), total);
        const selected = area.id === selectedId;
        placeElement(parts.body, left, right - left);
        parts.body.dataset.movable = String(area.id === movableId);
        for (const edge of ['start', 'end'] as const) {
          placeHandle(parts[edge], places[edge]);
          parts[edge].dataset.quiet = String(!selected && right - left < CROWDED);
        }
        for (const node of Object.values(parts)) node.dataset.selected = String(selected);
        describe(parts.start, area.start, before, area.end - MIN_AREA_SECONDS);
        describe(parts.end, area.end, area.start + MIN_AREA_SECONDS, after);
      });
    },
  };
}
