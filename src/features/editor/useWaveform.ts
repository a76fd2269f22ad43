// Ties the waveform's parts to the atoms: made once per source, moved by what changes, gone with the page.
import { useAtomValue, useStore } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
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
import { followSound } from './followSound.ts';
import { listenAtom, readPositionAtom, seekEditorAtom } from './listen.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { snapAtom } from './preferences.ts';
import { addedArea, bringIntoView, changedRange, type Range, widthOf, zoomAnchor } from './reveal.ts';
import { type AreaLayer, createAreaLayer } from './wave/areaLayer.ts';
import { findArea } from './wave/areaTasks.ts';
import { createWaveView, type WaveView } from './wave/waveView.ts';
import { attachZoomGestures } from './wave/zoomGestures.ts';
import { fitZoomAtom, toggleZoomAtom, zoomAtom } from './zoom.ts';

export interface Waveform {
  box: RefObject<HTMLDivElement | null>;
  view: WaveView | null;
}

interface Parts {
  view: WaveView;
  layer: AreaLayer;
}

/** Where the next zoom keeps what it shows: this second, at this CSS pixel of the box or where it is. */
interface Anchor {
  seconds: number;
  onScreen?: number;
}

/** A new or chosen area smaller than this is looked at closer, CSS pixels … */
const TOO_SMALL = 24;
/** … until it takes this share of the box. */
const CLOSE_SHARE = 1 / 3;

export function useWaveform({ pyramid, seconds }: EditorSource): Waveform {
  const box = useRef<HTMLDivElement>(null);
  const store = useStore();
  const [parts, setParts] = useState<Parts | null>(null);
  const zoom = useAtomValue(zoomAtom);
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const playhead = useAtomValue(playheadAtom);
  const listen = useAtomValue(listenAtom);
  const anchor = useRef<Anchor | null>(null);
  const seen = useRef<{ areas: Area[]; selectedId: string | null } | null>(null);
  /** What was looked at before the take's length was corrected: its reading goes on under one's hands. */
  const lookedAt = useRef<{ pyramid: PeakPyramid; seconds: number } | null>(null);
  /** The area that was chosen on the wave itself: it is in view already. */
  const touchedId = useRef<string | null>(null);

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const css = getComputedStyle(container);
    const colours = {
      from: css.getPropertyValue('--accent-from'),
      to: css.getPropertyValue('--accent-to'),
      text: css.getPropertyValue('--muted'),
      line: css.getPropertyValue('--line'),
    };
    const view = createWaveView(container, pyramid, seconds, colours);
    /** Where the zoom cannot change, the wave still goes along with the fingers. */
    const zoomAbout = (change: () => void, at: number, onScreen: number) => {
      const before = store.get(zoomAtom);
      change();
      if (store.get(zoomAtom) !== before) anchor.current = { seconds: at, onScreen };
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
          touchedId.current = id;
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
    setParts({ view, layer });
    seen.current = null;
    if (lookedAt.current?.pyramid === pyramid)
      anchor.current = { seconds: lookedAt.current.seconds, onScreen: 0 };
    return () => {
      lookedAt.current = { pyramid, seconds: view.left() / view.pixelsPerSecond() };
      detach();
      layer.destroy();
      view.destroy();
      setParts(null);
    };
  }, [pyramid, seconds, store]);

  useEffect(() => {
    if (!parts) return;
    const { view } = parts;
    const chosen = findArea(store.get(areasAtom), store.get(selectedIdAtom) ?? '') ?? null;
    const fixed: Anchor = anchor.current ?? {
      seconds: zoomAnchor(view, store.set(readPositionAtom), chosen),
    };
    anchor.current = null;
    view.zoom(zoom, fixed.seconds);
    if (fixed.onScreen !== undefined) view.scrollTo(fixed.seconds * view.pixelsPerSecond() - fixed.onScreen);
  }, [parts, zoom, store]);

  useEffect(() => {
    if (!parts) return;
    parts.layer.update(areas, selectedId);
    const before = seen.current;
    seen.current = { areas, selectedId };
    const touched = touchedId.current === selectedId;
    touchedId.current = null;
    if (!before || parts.layer.busy) return;
    const showClose = (range: Range) => {
      if (widthOf(range, parts.view) < TOO_SMALL) {
        const middle = (range.start + range.end) / 2;
        anchor.current = { seconds: middle, onScreen: parts.view.width() / 2 };
        store.set(zoomAtom, (parts.view.width() * CLOSE_SHARE) / (range.end - range.start));
      } else bringIntoView(parts.view, range);
    };
    const added = addedArea(before.areas, areas);
    const changed = changedRange(before.areas, areas);
    const chosen = before.selectedId === selectedId ? null : findArea(areas, selectedId ?? '');
    if (added && added.id === selectedId) showClose(added);
    else if (changed) bringIntoView(parts.view, changed);
    else if (chosen && !touched) showClose(chosen);
  }, [parts, areas, selectedId, store]);

  useEffect(() => {
    if (!parts) return;
    if (listen.phase === 'playing') return followSound(parts, listen.audition);
    parts.layer.setPlayhead(playhead);
    if (!parts.layer.busy) bringIntoView(parts.view, { start: playhead, end: playhead });
  }, [parts, playhead, listen]);

  return { box, view: parts?.view ?? null };
}
