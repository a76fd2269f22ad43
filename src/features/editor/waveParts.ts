// The waveform's parts, tied to the atoms: what a gesture does is an action, and what an action changed is shown.
import type { useStore } from 'jotai';
import type { Area } from './areas.ts';
import {
  areasAtom,
  commitAreasAtom,
  type EditorSource,
  previewAreasAtom,
  selectAreaAtom,
  selectedIdAtom,
} from './atoms.ts';
import { listenAtom, readPositionAtom, seekEditorAtom } from './listen.ts';
import { snapAtom } from './preferences.ts';
import { addedArea, bringIntoView, changedRange, type Range, widthOf, zoomAnchor } from './reveal.ts';
import { openToolAtom } from './tools/openTool.ts';
import { type AreaLayer, createAreaLayer } from './wave/areaLayer.ts';
import { findArea } from './wave/areaTasks.ts';
import { createWaveView, type WaveView } from './wave/waveView.ts';
import { attachZoomGestures } from './wave/zoomGestures.ts';
import { fitZoomAtom, toggleZoomAtom, zoomAtom } from './zoom.ts';

type Store = ReturnType<typeof useStore>;

/** Where the next zoom keeps what it shows: this second, at this CSS pixel of the box or where it is. */
export interface Anchor {
  seconds: number;
  onScreen?: number;
}

/** What a gesture leaves for the change that follows it. */
export interface WaveNotes {
  anchor: Anchor | null;
  /** The area that was chosen on the wave itself: it is in view already. */
  touchedId: string | null;
}

export interface WaveParts {
  view: WaveView;
  layer: AreaLayer;
  destroy(): void;
}

export interface Kept {
  areas: Area[];
  selectedId: string | null;
}

/** A new or chosen area smaller than this is looked at closer, CSS pixels … */
const TOO_SMALL = 24;
/** … until it takes this share of the box. */
const CLOSE_SHARE = 1 / 3;

const coloursOf = (container: HTMLElement) => {
  const css = getComputedStyle(container);
  return {
    from: css.getPropertyValue('--accent-from'),
    to: css.getPropertyValue('--accent-to'),
    text: css.getPropertyValue('--muted'),
    line: css.getPropertyValue('--line'),
  };
};

export function createWaveParts(
  container: HTMLElement,
  { pyramid, seconds }: Pick<EditorSource, 'pyramid' | 'seconds'>,
  store: Store,
  notes: WaveNotes,
): WaveParts {
  const colours = coloursOf(container);
  const view = createWaveView(container, pyramid, seconds, colours);
  /** Where the zoom cannot change, the wave still goes along with the fingers. */
  const zoomAbout = (change: () => void, at: number, onScreen: number) => {
    const before = store.get(zoomAtom);
    change();
    if (store.get(zoomAtom) !== before) notes.anchor = { seconds: at, onScreen };
    else view.scrollTo(at * view.pixelsPerSecond() - onScreen);
  };
  const layer = createAreaLayer(
    view,
    { seconds, pyramid, colours, container },
    {
      areas: () => store.get(areasAtom),
      playhead: () => store.set(readPositionAtom),
      snaps: () => store.get(snapAtom),
      onPreview: (next) => store.set(previewAreasAtom, next),
      onCommit: (next) => store.set(commitAreasAtom, next),
      onSelect: (id) => {
        notes.touchedId = id;
        store.set(selectAreaAtom, id);
      },
      onSeek: (to) => store.set(seekEditorAtom, to),
      onDoubleTap: (clientX) => {
        const onScreen = clientX - view.box.getBoundingClientRect().left;
        const at = (view.left() + onScreen) / view.pixelsPerSecond();
        zoomAbout(() => store.set(toggleZoomAtom), at, onScreen);
      },
    },
  );
  const detach = attachZoomGestures(view, seconds, (target, at, onScreen) =>
    zoomAbout(() => store.set(zoomAtom, target), at, onScreen),
  );
  const tellFit = () => store.set(fitZoomAtom, view.fitZoom());
  view.onLayout(tellFit);
  tellFit();
  return {
    view,
    layer,
    destroy() {
      detach();
      layer.destroy();
      view.destroy();
    },
  };
}

/** Zooms about the place that a gesture named, else about what a person works on. */
export function showZoom({ view }: WaveParts, zoom: number, store: Store, notes: WaveNotes): void {
  const chosen = findArea(store.get(areasAtom), store.get(selectedIdAtom) ?? '') ?? null;
  const fixed: Anchor = notes.anchor ?? { seconds: zoomAnchor(view, store.set(readPositionAtom), chosen) };
  notes.anchor = null;
  view.zoom(zoom, fixed.seconds);
  if (fixed.onScreen !== undefined) view.scrollTo(fixed.seconds * view.pixelsPerSecond() - fixed.onScreen);
}

/** Brings into view what differs from `before`, unless a finger has just been there. */
export function showChange(
  { view }: WaveParts,
  before: Kept,
  now: Kept,
  store: Store,
  notes: WaveNotes,
): void {
  const { touchedId } = notes;
  notes.touchedId = null;
  // What grows under the sound is where the sound is, and the view follows that.
  if (store.get(openToolAtom) === 'hold' && store.get(listenAtom).phase === 'playing') return;
  const showClose = (range: Range) => {
    if (widthOf(range, view) < TOO_SMALL) {
      const middle = (range.start + range.end) / 2;
      notes.anchor = { seconds: middle, onScreen: view.width() / 2 };
      store.set(zoomAtom, (view.width() * CLOSE_SHARE) / (range.end - range.start));
    } else bringIntoView(view, range);
  };
  const added = addedArea(before.areas, now.areas);
  const changed = changedRange(before.areas, now.areas);
  const chosen = before.selectedId === now.selectedId ? null : findArea(now.areas, now.selectedId ?? '');
  if (added && added.id === now.selectedId) showClose(added);
  else if (changed) bringIntoView(view, changed);
  else if (chosen && touchedId !== now.selectedId) showClose(chosen);
}
