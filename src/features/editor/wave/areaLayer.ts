// Kept areas over the waveform: shades, handles and playhead with their gestures and keys.

import { editorMessages } from '../../../lib/messages/editor.ts';
import { studioMessages } from '../../../lib/messages/studio.ts';
import { fill } from '../../../lib/messages.ts';
import { createScope } from '../../../lib/scope.ts';
import { type Area, isUntouched } from '../areas.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { speakTime } from '../times.ts';
import { createAreaHandles, HANDLE, type Span } from './areaHandles.ts';
import {
  type AreaTaskContext,
  edgeTask,
  findArea,
  markTask,
  moveTask,
  nudgeEdge,
  seekTask,
} from './areaTasks.ts';
import type { TileColours } from './drawTile.ts';
import { keyTarget } from './keySteps.ts';
import { layerElement, placeElement } from './layerElement.ts';
import { createLoupe } from './loupe.ts';
import styles from './wave.module.css';
import { createWaveDrag } from './waveDrag.ts';
import { attachWavePress } from './wavePress.ts';
import { clamp, createWaveScale, type WaveScale } from './waveScale.ts';
import type { WaveView } from './waveView.ts';

interface Playhead {
  set(seconds: number): void;
  layout(): void;
}

interface PlayheadEvents {
  /** Current position, seconds, even before it is rendered. */
  position: () => number;
  onSeek: (seconds: number) => void;
  onDown: (event: PointerEvent) => void;
}

function createPlayhead(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
  { position, onSeek, onDown }: PlayheadEvents,
): Playhead {
  const line = layerElement(styles.playhead);
  const knob = layerElement(styles.knob);
  knob.tabIndex = 0;
  knob.setAttribute('role', 'slider');
  knob.setAttribute('aria-label', studioMessages.studio.position);
  knob.setAttribute('aria-valuemin', '0');
  knob.setAttribute('aria-valuemax', duration.toFixed(1));
  line.append(knob);
  layer.append(line);
  let shown = 0;

  knob.addEventListener('pointerdown', onDown);
  knob.addEventListener('keydown', (event) => {
    const to = keyTarget(event, position(), duration);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(clamp(to, 0, duration));
  });

  const layout = () => {
    line.style.transform = `translateX(${scale.x(shown)}px)`;
  };
  const describe = () => {
    // Called every frame; updates at most ten times a second.
    const now = shown.toFixed(1);
    if (knob.getAttribute('aria-valuenow') === now) return;
    const [elapsed, total] = [speakTime(Math.floor(shown)), speakTime(Math.round(duration))];
    knob.setAttribute('aria-valuenow', now);
    knob.setAttribute('aria-valuetext', fill(editorMessages.positionValue, { elapsed, total }));
  };

  return {
    set(seconds) {
      shown = seconds;
      describe();
      layout();
    },
    layout,
  };
}

interface AreaLayerEvents
  extends Pick<AreaTaskContext, 'areas' | 'playhead' | 'snaps' | 'onPreview' | 'onCommit' | 'onSelect'> {
  onSeek: (seconds: number) => void;
  onDoubleTap: (clientX: number) => void;
}

export interface AreaLayer {
  /** True while a finger moves something. */
  readonly busy: boolean;
  update(areas: Area[], selectedId: string | null): void;
  /** Seconds. */
  setPlayhead(seconds: number): void;
  destroy(): void;
}

interface AreaLayerSource {
  seconds: number;
  pyramid: PeakPyramid;
  colours: TileColours;
  /** Container of the loupe. */
  container: HTMLElement;
}

export function createAreaLayer(
  view: WaveView,
  { seconds: duration, pyramid, colours, container }: AreaLayerSource,
  events: AreaLayerEvents,
): AreaLayer {
  const scope = createScope();
  const layer = layerElement(styles.layer);
  view.wrapper.append(layer);
  scope.add(() => layer.remove());
  const scale = createWaveScale(view, duration);
  let areas: Area[] = [];
  const selection: Selection = { selectedId: null, tappedId: null };

  const loupe = createLoupe(container, pyramid, duration, colours);
  scope.add(() => loupe.destroy());
  const drag = createWaveDrag(view, loupe);

  const tap = (clientX: number) => {
    const seconds = scale.secondsAt(clientX);
    const under = areaUnder(areas, seconds, scale);
    selection.tappedId = under?.id ?? null;
    events.onSeek(seconds);
    if (under) events.onSelect(under.id);
    layout();
  };
  const context: AreaTaskContext = {
    ...events,
    duration,
    pyramid,
    pixelsPerSecond: view.pixelsPerSecond,
    onTap: tap,
  };

  const layoutShades = createAreaShades(layer, scale, duration);
  const handles = createAreaHandles(layer, scale, duration, {
    onEdgeFocus: events.onSelect,
    onEdgeDown: (event, id, edge) => drag.begin(event, edgeTask(context, id, edge)),
    onEdgeKey: (event, id, edge) => nudgeEdge(event, context, id, edge),
    onBodyDown: (event, id) => {
      if (id === movableId()) drag.begin(event, moveTask(context, id));
    },
  });
  const playhead = createPlayhead(layer, scale, duration, {
    position: events.playhead,
    onSeek: events.onSeek,
    onDown: (event) => drag.begin(event, seekTask(events.playhead(), duration, playhead.set, events.onSeek)),
  });
  const movableId = () => movableArea(areas, selection, { duration, boxWidth: view.width(), scale });

  scope.add(
    attachWavePress(view, {
      isBusy: () => drag.active,
      onTap: tap,
      onDoubleTap: events.onDoubleTap,
      onLongPress: (event) => {
        const task = markTask(context, scale.secondsAt(event.clientX));
        if (task) drag.begin(event, task);
        return task !== null;
      },
      onMistaken: drag.cancel,
    }),
  );

  /** Scroll position of the last layout, which covers one box width on each side. */
  let laidAt = 0;
  const layout = () => {
    const [left, width] = [view.left(), view.width()];
    const shown = { from: left - width, to: left + 2 * width };
    laidAt = left;
    layoutShades(areas, shown);
    handles.layout(areas, shown, { selectedId: selection.selectedId, movableId: movableId() });
    playhead.layout();
  };
  view.onLayout(layout);
  view.onScroll(() => {
    if (Math.abs(view.left() - laidAt) > view.width() / 2) layout();
  });

  return {
    get busy() {
      return drag.active;
    },
    update(next, selected) {
      areas = next;
      selection.selectedId = selected;
      handles.match(areas);
      layout();
    },
    setPlayhead(seconds) {
      if (!drag.active) playhead.set(seconds);
    },
    destroy() {
      drag.cancel();
      scope.close();
    },
  };
}

/** One element per gap between areas in view; returns the layout function, to call when areas or scale change. */
function createAreaShades(
  layer: HTMLElement,
  scale: WaveScale,
  duration: number,
): (areas: readonly Area[], shown: Span) => void {
  const shades: HTMLElement[] = [];
  return function layout(areas, shown) {
    let from = 0;
    const gaps: [number, number][] = [];
    for (const { start, end } of [...areas, { start: duration, end: duration }]) {
      const to = scale.x(start);
      if (to > from && to >= shown.from && from <= shown.to) gaps.push([from, to]);
      from = scale.x(end);
    }
    while (shades.length < gaps.length) {
      const shade = layerElement(styles.shade);
      shades.push(shade);
      layer.prepend(shade);
    }
    shades.forEach((shade, index) => {
      const [left, right] = gaps[index] ?? [0, 0];
      placeElement(shade, left, right - left);
    });
  };
}

/** The area at a second; a narrow one also reacts next to it. */
function areaUnder(areas: readonly Area[], seconds: number, scale: WaveScale): Area | undefined {
  const isNear = (area: Area) => {
    const missing = HANDLE / 2 - scale.x(area.end - area.start) / 2;
    return missing > 0 && Math.abs(scale.x((area.start + area.end) / 2 - seconds)) <= HANDLE / 2;
  };
  return areas.find((area) => area.start <= seconds && seconds <= area.end) ?? areas.find(isNear);
}

interface Selection {
  selectedId: string | null;
  /** The area selected by a tap on it: only this one can be dragged. */
  tappedId: string | null;
}

/** The area that a drag on its body moves; never one that fills the box, where a drag scrolls. */
function movableArea(
  areas: Area[],
  { selectedId, tappedId }: Selection,
  { duration, boxWidth, scale }: { duration: number; boxWidth: number; scale: WaveScale },
): string | null {
  const area = tappedId === selectedId && tappedId !== null ? findArea(areas, tappedId) : undefined;
  const fits = area !== undefined && scale.x(area.end - area.start) < boxWidth;
  return fits && !isUntouched(areas, duration) ? area.id : null;
}
