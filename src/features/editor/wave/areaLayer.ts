// Kept areas over the waveform: joins shades, handles and playhead with the gestures and keys that move them. Edges stop
// at their neighbours while they are dragged.
import { createScope } from '../../../lib/scope.ts';
import { type Area, moveArea, moveEdge } from '../areas.ts';
import { createAreaDrag } from './areaDrag.ts';
import { createAreaHandles, type Edge } from './areaHandles.ts';
import { areaLayerSheet } from './areaLayerStyle.ts';
import { createAreaShades } from './areaShades.ts';
import { WAVE_HEIGHT } from './drawTile.ts';
import { layerElement } from './layerElement.ts';
import { createPlayhead } from './playhead.ts';
import { createWaveScale } from './waveScale.ts';
import { attachWaveTaps } from './waveTaps.ts';
import type { WaveView } from './waveView.ts';

export interface AreaLayerEvents {
  /** A gesture is going on; nothing is final. */
  onPreview: (areas: Area[]) => void;
  /** A gesture or key ended: one step of undo. Null when the gesture was cancelled. */
  onCommit: (areas: Area[] | null) => void;
  onSelect: (id: string) => void;
  onSeek: (seconds: number) => void;
}

export interface AreaLayer {
  update(areas: Area[], selectedId: string | null): void;
  /** Seconds; null hides the line. */
  setPlayhead(seconds: number | null): void;
  destroy(): void;
}

/** Arrow keys move an edge by this, with Shift by ten times as much (seconds). */
const KEY_STEP = 0.1;
/** An area that leaves less than this free is the whole (seconds). */
const WHOLE_MARGIN = 0.01;

const find = (areas: readonly Area[], id: string) => areas.find((area) => area.id === id);

/** Where a key takes an edge that is at `from`; undefined for other keys. */
function edgeKeyTarget(event: KeyboardEvent, from: number, duration: number): number | undefined {
  const step = event.shiftKey ? KEY_STEP * 10 : KEY_STEP;
  const targets: Record<string, number> = {
    ArrowLeft: from - step,
    ArrowDown: from - step,
    ArrowRight: from + step,
    ArrowUp: from + step,
    Home: 0,
    End: duration,
  };
  return targets[event.key];
}

/** The element everything is in; wavesurfer's wrapper may stand in a shadow tree with styles of its own. */
function openLayer(view: WaveView): HTMLElement {
  const root = view.wrapper.getRootNode();
  if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets, areaLayerSheet()];
  const layer = layerElement('areas');
  layer.style.height = `${WAVE_HEIGHT}px`;
  view.wrapper.append(layer);
  return layer;
}

export function createAreaLayer(view: WaveView, duration: number, events: AreaLayerEvents): AreaLayer {
  const scope = createScope();
  const layer = openLayer(view);
  scope.add(() => layer.remove());
  const scale = createWaveScale(view, duration);
  let areas: Area[] = [];
  let selectedId: string | null = null;

  const playhead = createPlayhead(layer, scale, duration, events.onSeek);
  const layoutShades = createAreaShades(layer, scale, duration);
  const drag = createAreaDrag(view, layer, scale, {
    onPreview: events.onPreview,
    onCommit: events.onCommit,
    onTap: (clientX) => events.onSeek(scale.secondsAt(clientX)),
  });
  const handles = createAreaHandles(layer, scale, duration, {
    onEdgeFocus: events.onSelect,
    onEdgeDown: (event, id, edge) => dragEdge(event, id, edge),
    onEdgeKey: (event, id, edge) => nudge(event, id, edge),
    onBodyDown: (event, id) => dragArea(event, id),
  });

  const dragEdge = (event: PointerEvent, id: string, edge: Edge) =>
    drag.begin(event, areas, {
      apply: (base, by) => moveEdge(base, id, edge, (find(base, id)?.[edge] ?? 0) + by, duration),
      label: (next) => find(next, id)?.[edge] ?? 0,
    });

  const dragArea = (event: PointerEvent, id: string) => {
    const area = find(areas, id);
    // Only a selected part of the whole moves, so that scrolling never drags an area along.
    if (!area || id !== selectedId || area.end - area.start >= duration - WHOLE_MARGIN) return;
    drag.begin(event, areas, {
      apply: (base, by) => moveArea(base, id, by, duration),
      label: (next) => find(next, id)?.start ?? 0,
    });
  };

  const nudge = (event: KeyboardEvent, id: string, edge: Edge) => {
    const area = find(areas, id);
    const to = area && edgeKeyTarget(event, area[edge], duration);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    events.onCommit(moveEdge(areas, id, edge, to, duration));
  };

  const tap = (clientX: number) => {
    const seconds = scale.secondsAt(clientX);
    events.onSeek(seconds);
    const under = areas.find((area) => area.start <= seconds && seconds <= area.end);
    if (under) events.onSelect(under.id);
  };
  scope.add(attachWaveTaps(view, () => drag.active, tap));

  const layout = () => {
    layoutShades(areas);
    handles.layout(areas, selectedId);
    playhead.layout();
  };
  view.onLayout(layout);

  return {
    update(next, selected) {
      areas = next;
      selectedId = selected;
      handles.match(areas);
      layout();
    },
    setPlayhead: (seconds) => playhead.set(seconds),
    destroy() {
      drag.drop();
      scope.close();
    },
  };
}
