// Kept areas over the waveform: joins shades, handles and playhead with the gestures and keys that move them.
import { createScope } from '../../../lib/scope.ts';
import type { Area } from '../areas.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { createAreaHandles } from './areaHandles.ts';
import { createAreaShades } from './areaShades.ts';
import { type AreaTaskContext, edgeTask, markTask, moveTask, nudgeEdge, seekTask } from './areaTasks.ts';
import { areaUnder, movableArea, type Selection } from './areaUnder.ts';
import { type TileColours, WAVE_HEIGHT } from './drawTile.ts';
import { layerElement } from './layerElement.ts';
import { createLoupe } from './loupe.ts';
import { createPlayhead } from './playhead.ts';
import styles from './wave.module.css';
import { createWaveDrag } from './waveDrag.ts';
import { attachWavePress } from './wavePress.ts';
import { createWaveScale } from './waveScale.ts';
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

  /** Where the box was when its surroundings, a width on each side, were laid out. */
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
