// Kept areas over the waveform: joins shades, handles and playhead with the gestures and keys that move them.
import { createScope } from '../../../lib/scope.ts';
import { type Area, isUntouched, moveEdge } from '../areas.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { createAreaHandles } from './areaHandles.ts';
import { createAreaShades } from './areaShades.ts';
import { type AreaTaskContext, type Edge, edgeTask, findArea, markTask, moveTask } from './areaTasks.ts';
import { type TileColours, WAVE_HEIGHT } from './drawTile.ts';
import { HANDLE } from './handlePlaces.ts';
import { keyTarget } from './keySteps.ts';
import { layerElement } from './layerElement.ts';
import { createLoupe } from './loupe.ts';
import { createPlayhead } from './playhead.ts';
import styles from './wave.module.css';
import { createWaveDrag, type DragTask } from './waveDrag.ts';
import { attachWavePress } from './wavePress.ts';
import { clamp, createWaveScale } from './waveScale.ts';
import type { WaveView } from './waveView.ts';

export interface AreaLayerEvents
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

export interface AreaLayerSource {
  seconds: number;
  pyramid: PeakPyramid;
  colours: TileColours;
  /** What the loupe stands over. */
  container: HTMLElement;
}

export function createAreaLayer(
  view: WaveView,
  { seconds: duration, pyramid, colours, container }: AreaLayerSource,
  events: AreaLayerEvents,
): AreaLayer {
  const scope = createScope();
  const layer = layerElement(styles.layer);
  layer.style.height = `${WAVE_HEIGHT}px`;
  view.wrapper.append(layer);
  scope.add(() => layer.remove());
  const scale = createWaveScale(view, duration);
  let areas: Area[] = [];
  let selectedId: string | null = null;
  /** The area that was selected by a tap on it: only that one moves with the finger. */
  let tappedId: string | null = null;

  const loupe = createLoupe(container, pyramid, duration, colours);
  scope.add(() => loupe.destroy());
  const drag = createWaveDrag(view, loupe);

  const tap = (clientX: number) => {
    const seconds = scale.secondsAt(clientX);
    const under = areaAt(seconds);
    tappedId = under?.id ?? null;
    events.onSeek(seconds);
    if (under) events.onSelect(under.id);
    layout();
  };
  /** A narrow area is met beside it, too. */
  const areaAt = (seconds: number) =>
    areas.find((area) => area.start <= seconds && seconds <= area.end) ??
    areas.find((area) => {
      const missing = HANDLE / 2 - scale.x(area.end - area.start) / 2;
      return missing > 0 && Math.abs(scale.x((area.start + area.end) / 2 - seconds)) <= HANDLE / 2;
    });
  const context: AreaTaskContext = {
    ...events,
    duration,
    pyramid,
    pixelsPerSecond: view.pixelsPerSecond,
    onTap: tap,
  };

  const playheadTask = (): DragTask => {
    const from = events.playhead();
    let at = from;
    return {
      move(by) {
        at = clamp(from + by, 0, duration);
        playhead.set(at);
        return at;
      },
      end: () => events.onSeek(at),
      cancel: () => playhead.set(from),
      tap: () => undefined,
    };
  };
  const nudge = (event: KeyboardEvent, id: string, edge: Edge) => {
    const area = findArea(events.areas(), id);
    const to = area ? keyTarget(event, area[edge], duration) : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    events.onCommit(moveEdge(events.areas(), id, edge, to, duration));
  };

  const layoutShades = createAreaShades(layer, scale, duration);
  const handles = createAreaHandles(layer, scale, duration, {
    onEdgeFocus: events.onSelect,
    onEdgeDown: (event, id, edge) => drag.begin(event, edgeTask(context, id, edge)),
    onEdgeKey: nudge,
    onBodyDown: (event, id) => {
      if (id === movableId()) drag.begin(event, moveTask(context, id));
    },
  });
  const playhead = createPlayhead(layer, scale, duration, {
    position: events.playhead,
    onSeek: events.onSeek,
    onDown: (event) => drag.begin(event, playheadTask()),
  });
  /** An area that fills the box is never moved: whoever drags there wants to see what is beside. */
  const movableId = () => {
    const area = tappedId === selectedId && tappedId !== null ? findArea(areas, tappedId) : undefined;
    const fits = area !== undefined && scale.x(area.end - area.start) < view.width();
    return fits && !isUntouched(areas, duration) ? area.id : null;
  };

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
    }),
  );

  /** Where the box was when its surroundings, a width on each side, were laid out. */
  let laidAt = 0;
  const layout = () => {
    const [left, width] = [view.left(), view.width()];
    const shown = { from: left - width, to: left + 2 * width };
    laidAt = left;
    layoutShades(areas, shown);
    handles.layout(areas, shown, { selectedId, movableId: movableId() });
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
      selectedId = selected;
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
