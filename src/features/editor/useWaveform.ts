// Connects the waveform to the atoms: gestures call actions, and the view follows what actions change.
import { useAtomValue, useStore } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Audition } from '../../audio/audition.ts';
import type { Area } from './areas.ts';
import {
  areasAtom,
  commitAreasAtom,
  type EditorSource,
  playheadAtom,
  previewAreasAtom,
  selectAreaAtom,
  selectedIdAtom,
} from './atoms.ts';
import { listenAtom, readPositionAtom, seekEditorAtom } from './listen.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { snapAtom } from './preferences.ts';
import { addedArea, bringIntoView, changedRange, type Range, widthOf, zoomAnchor } from './reveal.ts';
import { openToolAtom } from './tools/openTool.ts';
import { heardGainAtom } from './tools/trial.ts';
import { type AreaLayer, createAreaLayer } from './wave/areaLayer.ts';
import { findArea } from './wave/areaTasks.ts';
import { createWaveView, type WaveView } from './wave/waveView.ts';
import { attachZoomGestures } from './wave/zoomGestures.ts';
import { watchTouch } from './waveformTouch.ts';
import { fitZoomAtom, toggleZoomAtom, zoomAtom } from './zoom.ts';

interface Waveform {
  box: RefObject<HTMLDivElement | null>;
  view: WaveView | null;
}

export function useWaveform({ pyramid, seconds }: EditorSource): Waveform {
  const box = useRef<HTMLDivElement>(null);
  const store = useStore();
  const [parts, setParts] = useState<WaveParts | null>(null);
  const zoom = useAtomValue(zoomAtom);
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const playhead = useAtomValue(playheadAtom);
  const listen = useAtomValue(listenAtom);
  const gain = useAtomValue(heardGainAtom);
  const notes = useRef<WaveNotes>({ anchor: null, touchedId: null });
  const seen = useRef<ShownAreas | null>(null);
  const lastPlayback = useRef<unknown[]>([]);
  /** The view before the take's length was corrected, so that it stays in place. */
  const lastView = useRef<{ pyramid: PeakPyramid; seconds: number } | null>(null);

  useEffect(() => (box.current ? watchTouch(box.current, store) : undefined), [store]);
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const made = createWaveParts(container, { pyramid, seconds }, store, notes.current);
    setParts(made);
    seen.current = null;
    if (lastView.current?.pyramid === pyramid)
      notes.current.anchor = { seconds: lastView.current.seconds, onScreen: 0 };
    return () => {
      lastView.current = { pyramid, seconds: made.view.left() / made.view.pixelsPerSecond() };
      made.destroy();
      setParts(null);
    };
  }, [pyramid, seconds, store]);

  useEffect(() => {
    if (parts) showZoom(parts, zoom, store, notes.current);
  }, [parts, zoom, store]);

  useEffect(() => parts?.view.showGain(gain), [parts, gain]);

  useEffect(() => {
    if (!parts) return;
    parts.layer.update(areas, selectedId);
    const before = seen.current;
    const now = { areas, selectedId };
    seen.current = now;
    if (before && !parts.layer.busy) showChange(parts, before, now, store, notes.current);
    else notes.current.touchedId = null;
  }, [parts, areas, selectedId, store]);

  useEffect(() => {
    if (!parts) return;
    if (listen.phase === 'playing') return followSound(parts, listen.audition);
    parts.layer.setPlayhead(playhead);
    // A rebuilt waveform (corrected length) stays where the person scrolled.
    const moved = lastPlayback.current[0] !== playhead || lastPlayback.current[1] !== listen.phase;
    lastPlayback.current = [playhead, listen.phase];
    if (moved && !parts.layer.busy) bringIntoView(parts.view, { start: playhead, end: playhead });
  }, [parts, playhead, listen]);

  return { box, view: parts?.view ?? null };
}

type Store = ReturnType<typeof useStore>;

/** Fixed point of the next zoom: this second, at this CSS pixel of the box or at its current place. */
interface Anchor {
  seconds: number;
  onScreen?: number;
}

/** Notes from a gesture for the change that follows. */
interface WaveNotes {
  anchor: Anchor | null;
  /** The area selected on the waveform itself, which is already in view. */
  touchedId: string | null;
}

interface WaveParts {
  view: WaveView;
  layer: AreaLayer;
  destroy(): void;
}

interface ShownAreas {
  areas: Area[];
  selectedId: string | null;
}

/** Zooms in on a new or selected area smaller than this, CSS pixels … */
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

function createWaveParts(
  container: HTMLElement,
  { pyramid, seconds }: Pick<EditorSource, 'pyramid' | 'seconds'>,
  store: Store,
  notes: WaveNotes,
): WaveParts {
  const colours = coloursOf(container);
  const view = createWaveView(container, pyramid, seconds, colours);
  /** At the zoom limits the waveform still follows the fingers. */
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
  const updateFit = () => store.set(fitZoomAtom, view.fitZoom());
  view.onLayout(updateFit);
  updateFit();
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

/** Zooms around the gesture's point, or around playhead and selection. */
function showZoom({ view }: WaveParts, zoom: number, store: Store, notes: WaveNotes): void {
  const chosen = findArea(store.get(areasAtom), store.get(selectedIdAtom) ?? '') ?? null;
  const fixed: Anchor = notes.anchor ?? { seconds: zoomAnchor(view, store.set(readPositionAtom), chosen) };
  notes.anchor = null;
  view.zoom(zoom, fixed.seconds);
  if (fixed.onScreen !== undefined) view.scrollTo(fixed.seconds * view.pixelsPerSecond() - fixed.onScreen);
}

/** Scrolls to what differs from `before`, unless a gesture on the waveform changed it. */
function showChange(
  { view }: WaveParts,
  before: ShownAreas,
  now: ShownAreas,
  store: Store,
  notes: WaveNotes,
): void {
  const { touchedId } = notes;
  notes.touchedId = null;
  // While hold-to-keep plays, the view already follows playback.
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

/** Playback scrolls the view this far before the side, and continues this far behind it, CSS pixels. */
const LEAVE = 8;
const ENTER = 16;

/** Moves playhead and view with playback, unless the person scrolled away; returns the stop. */
function followSound(
  { view, layer }: { view: WaveView; layer: AreaLayer },
  audition: Pick<Audition, 'position'>,
): () => void {
  let left = view.left();
  let following = true;
  const follow = () => {
    const at = audition.position();
    layer.setPlayhead(at);
    const x = at * view.pixelsPerSecond();
    const isIn = x >= view.left() && x <= view.left() + view.width() - LEAVE;
    if (isIn) following = true;
    else if (view.left() !== left) following = false;
    if (!isIn && following && !layer.busy) view.scrollTo(x - ENTER);
    left = view.left();
    frame = requestAnimationFrame(follow);
  };
  let frame = requestAnimationFrame(follow);
  return () => cancelAnimationFrame(frame);
}
