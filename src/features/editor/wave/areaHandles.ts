// The elements of the kept areas: a body and two handles each. Handles are 44 px wide over the full height.

import { studioMessages } from '../../../lib/messages/studio.ts';
import { fill } from '../../../lib/messages.ts';
import { type Area, MIN_AREA_SECONDS } from '../areas.ts';
import { layerElement, placeElement } from './layerElement.ts';
import { clamp, type WaveScale } from './waveScale.ts';

export type Edge = 'start' | 'end';

export interface AreaHandleEvents {
  onEdgeDown: (event: PointerEvent, id: string, edge: Edge) => void;
  onEdgeKey: (event: KeyboardEvent, id: string, edge: Edge) => void;
  onEdgeFocus: (id: string) => void;
  onBodyDown: (event: PointerEvent, id: string) => void;
}

export interface AreaHandles {
  /** Adds and removes elements so that every area has its own, and numbers them for a screen reader. */
  match(areas: readonly Area[]): void;
  layout(areas: readonly Area[], selectedId: string | null): void;
}

interface Parts {
  body: HTMLElement;
  start: HTMLElement;
  end: HTMLElement;
}

const HANDLE = 44;
/** The visible grip keeps this distance from the sides of its handle. */
const GRIP_MARGIN = 6;

function makeHandle(edge: Edge): HTMLElement {
  const handle = layerElement('handle');
  handle.classList.add(edge);
  handle.tabIndex = 0;
  handle.setAttribute('role', 'slider');
  handle.setAttribute('aria-valuemin', '0');
  return handle;
}

function makeParts(id: string, events: AreaHandleEvents): Parts {
  const parts: Parts = { body: layerElement('area'), start: makeHandle('start'), end: makeHandle('end') };
  for (const edge of ['start', 'end'] as const) {
    parts[edge].addEventListener('pointerdown', (event) => events.onEdgeDown(event, id, edge));
    parts[edge].addEventListener('keydown', (event) => events.onEdgeKey(event, id, edge));
    parts[edge].addEventListener('focus', () => events.onEdgeFocus(id));
  }
  parts.body.addEventListener('pointerdown', (event) => events.onBodyDown(event, id));
  return parts;
}

function describe(handle: HTMLElement, now: number, max: number): void {
  handle.setAttribute('aria-valuenow', now.toFixed(1));
  handle.setAttribute('aria-valuemax', max.toFixed(1));
  handle.setAttribute('aria-valuetext', fill(studioMessages.studio.seconds, { n: now.toFixed(1) }));
}

/** `left`, `right` and `total` in CSS pixels of the whole wave. */
function placeParts({ body, start, end }: Parts, left: number, right: number, total: number): void {
  placeElement(body, left, right - left);
  // Grips of a narrow area sit outside it, so that two fingers' width is always between them.
  const narrow = right - left < HANDLE * 2;
  const startAt = clamp(left - (narrow ? HANDLE : HANDLE / 2), 0, total - HANDLE);
  const endAt = clamp(right - (narrow ? 0 : HANDLE / 2), 0, total - HANDLE);
  placeElement(start, startAt, HANDLE);
  placeElement(end, endAt, HANDLE);
  start.style.setProperty('--grip', `${clamp(left - startAt, GRIP_MARGIN, HANDLE - GRIP_MARGIN)}px`);
  end.style.setProperty('--grip', `${clamp(right - endAt, GRIP_MARGIN, HANDLE - GRIP_MARGIN)}px`);
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
        parts.start.setAttribute('aria-label', fill(studioMessages.studio.areaStart, { n: index + 1 }));
        parts.end.setAttribute('aria-label', fill(studioMessages.studio.areaEnd, { n: index + 1 }));
      });
    },
    layout(areas, selectedId) {
      for (const area of areas) {
        const parts = partsOf.get(area.id);
        if (!parts) continue;
        placeParts(parts, scale.x(area.start), scale.x(area.end), scale.x(duration));
        parts.body.classList.toggle('selected', area.id === selectedId);
        describe(parts.start, area.start, area.end - MIN_AREA_SECONDS);
        describe(parts.end, area.end, duration);
      }
    },
  };
}
